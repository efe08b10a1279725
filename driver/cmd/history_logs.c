/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/cmd/history_logs.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "driver/base/message.h"
#include "driver/base/terminal.h"
#include "driver/base/units.h"
#include "driver/history/decisions.h"
#include "driver/logs/compare.h"
#include "driver/store/export.h"
#include "driver/store/find_log.h"
#include "driver/store/night.h"
#include "driver/store/prune.h"
#include "driver/store/verify.h"

/* Full logs of so many nights. */
#define PRUNE_NIGHTS 90

static int compare_nights(
	const struct history_args *own, const struct log *logs, const struct log *anchors)
{
	const struct log *old = &logs[0], *new = &logs[1];
	struct compare_job job = compare_job_default(old->path, new->path);

	job.report.width = (size_t)terminal_width(stdout, 100);
	job.report.color = terminal_color(own->shared.color, stdout);
	job.report.quiet = own->shared.quiet;
	if (anchors[0].benchmark_count && anchors[1].benchmark_count) {
		job.options.old_anchor = &anchors[0];
		job.options.new_anchor = &anchors[1];
	}
	return compare_read(old, new, &job);
}

static bool is_same_night(const struct log *a, const struct log *b)
{
	char *x = night_session(a), *y = night_session(b);
	bool same = x && y && !strcmp(x, y);

	free(x);
	free(y);
	return same;
}

int history_compare(const struct history_args *own, char **args, int count)
{
	struct log logs[2] = { 0 }, anchors[2] = { 0 };
	struct store store = { 0 };
	struct err e;
	int code = EXIT_FINE;

	(void)count;
	if (store_open(&store, history_folder(own), DATABASE_READ, &e))
		code = message_error(EXIT_USAGE, "%s", e.text);
	for (int i = 0; !code && i < 2; i++)
		if (store_find_log(&store, args[i], own->machine,
			    own->repository ? own->repository : ".", &logs[i], &e) ||
			store_find_anchor(&store, &logs[i], &anchors[i], &e) < 0)
			code = message_error(EXIT_USAGE, "%s", e.text);
	store_close(&store);
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

int history_verify(const struct history_args *own, char **args, int count)
{
	struct string_list faults = { 0 };
	struct store store = { 0 };
	struct err e;
	int64_t logs = 0;
	int code = EXIT_FINE;

	(void)args;
	(void)count;
	if (store_open(&store, history_folder(own), DATABASE_READ, &e) ||
		(logs = store_verify(&store, &faults, &e)) < 0)
		code = message_error(EXIT_USAGE, "%s", e.text);
	for (size_t i = 0; i < faults.count; i++)
		code = message_error(EXIT_FOUND, "%s", faults.items[i]);
	if (!code && !own->shared.quiet)
		printf("%s: sound, with %" PRId64 " kept log%s\n", history_folder(own), logs,
			PLURAL(logs));
	store_close(&store);
	string_list_release(&faults);
	return code;
}

static int export_to(
	struct store *store, const struct history_args *own, const struct export_filter *filter)
{
	bool json = !strcmp(own->shared.format, "json");
	struct err e;
	size_t count = 0;

	if (own->output && export_logs(store, filter, own->output, &count, &e))
		return message_error(EXIT_WRITE, "%s", e.text);
	if (own->output && !own->shared.quiet)
		printf("%s: %zu log%s\n", own->output, count, PLURAL(count));
	if (own->output)
		return EXIT_FINE;
	return export_levels(store, filter, json, stdout, &e)
		       ? message_error(EXIT_USAGE, "%s", e.text)
		       : EXIT_FINE;
}

int history_export(const struct history_args *own, char **args, int count)
{
	struct export_filter filter = { .machine = own->machine,
		.since = own->since ? decision_time(own->since) : -1 };
	struct store store = { 0 };
	struct err e;
	int code;

	(void)args;
	(void)count;
	if (own->since && filter.since < 0)
		return message_error(
			EXIT_USAGE, "--since %s: is no date YYYY-MM-DD", own->since);
	if (!strcmp(own->shared.format, "markdown"))
		return message_error(EXIT_USAGE, "levels are exported as csv or json");
	code = store_open(&store, history_folder(own), DATABASE_READ, &e)
		       ? message_error(EXIT_USAGE, "%s", e.text)
		       : export_to(&store, own, &filter);
	store_close(&store);
	return code;
}

int history_prune(const struct history_args *own, char **args, int count)
{
	size_t nights = own->keep > 0 ? (size_t)own->keep : PRUNE_NIGHTS;
	struct change_settings settings;
	struct prune_counts counts = { 0 };
	struct store store = { 0 };
	struct err e;
	int code = history_settings(own, &settings);

	(void)args;
	(void)count;
	if (!code && access(history_folder(own), F_OK))
		code = message_error(
			EXIT_USAGE, "%s: there is no history", history_folder(own));
	if (!code && (store_open(&store, history_folder(own), DATABASE_WRITE, &e) ||
			     store_prune(&store, &settings, nights, own->dry_run, &counts, &e)))
		code = message_error(EXIT_WRITE, "%s", e.text);
	if (!code && !own->shared.quiet)
		printf("%s: %zu log%s %s, %.1f MB; %zu kept\n", history_folder(own),
			counts.pruned, PLURAL(counts.pruned),
			own->dry_run ? "would be given up" : "given up",
			(double)counts.bytes / 1e6, counts.kept);
	store_close(&store);
	return code;
}
