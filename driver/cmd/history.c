/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "compare/base/iso_time.h"
#include "compare/base/memory.h"
#include "driver/base/atomic_file.h"
#include "driver/base/file_text.h"
#include "driver/base/message.h"
#include "driver/cmd/history_opened.h"
#include "driver/screens/morning.h"

/* The last one is remembered, where it can be: who may only read sees it all the same. */
static int since(const struct history_args *own, int64_t *date)
{
	AUTO_FREE char *path = memory_format("%s/bdriver.since", history_folder(own));
	AUTO_FREE char *kept = file_text(path, NULL);
	bool all = own->since && !strcmp(own->since, "all");
	int code = history_date("since", all ? NULL : own->since, date);
	struct err e;

	if (kept && !own->since && (*date = iso_time(kept)) < 0)
		message_warning("%s: holds no date, so all events are shown; give --since DATE "
				"or --since all",
			path);
	if (all)
		unlink(path);
	else if (!code && own->since)
		atomic_file_write(path, own->since, &e);
	return code;
}

static int history_morning(void *given, char **args, int count)
{
	const struct history_args *own = given;
	struct morning_options options = { .size = history_size(own), .all = own->all };
	AUTO(history_close) struct opened opened = { 0 };
	size_t calls = 0, undecided = 0;
	int code = history_open(&opened, own);

	(void)args;
	(void)count;
	if (!code)
		code = since(own, &options.since);
	for (size_t i = 0; !code && i < opened.count; i++) {
		struct morning shown;

		if (i)
			putchar('\n');
		history_find_pending(own, &opened.screens[i]);
		shown = morning_print(&opened.screens[i], &options, stdout);
		calls += shown.calls;
		undecided += shown.undecided;
	}
	if (!code && !calls && undecided)
		code = EXIT_BLIND;
	return code ? code : calls ? EXIT_FOUND : EXIT_FINE;
}

extern const struct command verb_show, verb_changes, verb_health, verb_compare, verb_report,
	verb_accept, verb_noise, verb_machine, verb_fixed, verb_reopen, verb_add, verb_verify,
	verb_rebuild;

/* In the order of the help. */
static const struct command *const verbs[] = { &verb_show, &verb_changes, &verb_health,
	&verb_compare, &verb_report, &verb_accept, &verb_noise, &verb_machine, &verb_fixed,
	&verb_reopen, &verb_add, &verb_verify, &verb_rebuild, NULL };

const struct command command_history = {
	.summary = "keep all nights, and show what changed in them",
	.arguments = "[WORD [ARGUMENT...]]",
	.details = "Without a word: the morning screen, with exit code 1 if an event is new or "
		   "due, else 5 if the last night moved the whole suite and nothing can show "
		   "whether the machine or the program did, or if a benchmark rose beside the "
		   "build of the night before and is not yet judged. `bdriver history WORD "
		   "--help` tells the options of a word.",
	.options = HISTORY_SET("history", NULL, "history since all machine alarms"),
	.run = history_morning,
	.verbs = verbs,
	.all = HISTORY_SET("history", CELLS_FORMATS, NULL),
};
