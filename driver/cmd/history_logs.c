/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/cmd/history_opened.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "compare/base/memory.h"
#include "driver/base/message.h"
#include "driver/base/terminal.h"
#include "driver/base/units.h"
#include "driver/logs/compare.h"
#include "driver/store/kept_log.h"
#include "driver/store/night.h"
#include "driver/store/verify.h"

static int compare_nights(
	const struct history_args *own, const struct log *logs, const struct log *anchors)
{
	const struct log *old = &logs[0], *new = &logs[1];
	struct compare_job job = compare_job_default(old->path, new->path);

	job.report.width = (size_t)terminal_width(stdout, 100);
	job.report.color = terminal_color(own->shared.color, stdout);
	job.report.quiet = own->shared.quiet;
	job.options.join.maps = &own->map_suites;
	if (anchors[0].benchmark_count && anchors[1].benchmark_count) {
		job.options.old_anchor = &anchors[0];
		job.options.new_anchor = &anchors[1];
	}
	return compare_read(old, new, &job);
}

static bool is_same_night(const struct log *a, const struct log *b)
{
	AUTO_FREE char *x = night_session(a), *y = night_session(b);

	return x && y && !strcmp(x, y);
}

static int history_compare(void *given, char **args, int count)
{
	const struct history_args *own = given;
	struct log logs[2] = { 0 }, anchors[2] = { 0 };
	AUTO(store_close) struct store store = { 0 };
	struct err e;
	int code = EXIT_FINE;

	(void)count;
	if (store_open(&store, history_folder(own), DATABASE_READ, &e))
		code = message_error(EXIT_USAGE, "%s", e.text);
	for (int i = 0; !code && i < 2; i++)
		if (store_find_log(&store, args[i], own->facts.machine,
			    own->facts.repository ?: ".", &logs[i], &e) ||
			store_find_beside(&store, &logs[i], "anchor", &anchors[i], &e) < 0)
			code = message_error(EXIT_USAGE, "%s", e.text);
	if (!code && is_same_night(&logs[0], &logs[1]))
		code = message_error(
			EXIT_USAGE, "'%s' and '%s' are the same night", args[0], args[1]);
	if (!code)
		code = compare_nights(own, logs, anchors);
	for (int i = 0; i < 2; i++) {
		log_release(&logs[i]);
		log_release(&anchors[i]);
	}
	return code;
}

static int history_verify(void *given, char **args, int count)
{
	const struct history_args *own = given;
	AUTO(string_list_release) struct string_list faults = { 0 };
	AUTO(store_close) struct store store = { 0 };
	struct err e;
	int64_t logs = 0;
	int code = EXIT_FINE;
	size_t left;

	(void)args;
	(void)count;
	if (store_open(&store, history_folder(own), DATABASE_READ, &e) ||
		(logs = store_verify(&store, &faults, &e)) < 0)
		code = message_error(EXIT_USAGE, "%s", e.text);
	for (size_t i = 0; i < faults.count; i++)
		code = message_error(EXIT_FOUND, "%s", faults.items[i]);
	if (!code && !own->shared.quiet)
		message_line(stdout, "%s: sound, with %" PRId64 " kept log%s",
			history_folder(own), logs, PLURAL(logs));
	left = kept_log_leftovers(history_folder(own), false);
	if (!own->shared.quiet && left)
		message_line(stdout,
			"%s: %zu file%s left by killed commands; the next `bdriver history "
			"add` "
			"removes %s",
			history_folder(own), left, PLURAL(left), left == 1 ? "it" : "them");
	return code;
}

const struct command verb_compare = {
	.summary = "compare two nights",
	.arguments = "COMMIT|DATE COMMIT|DATE",
	.min_arguments = 2,
	.max_arguments = 2,
	.options = HISTORY_SET("history compare", NULL, "history machine repository map-suite"),
	.run = history_compare,
};

const struct command verb_verify = {
	.summary = "check the database and the kept logs",
	.arguments = "",
	.options = HISTORY_SET("history verify", NULL, "history"),
	.run = history_verify,
};
