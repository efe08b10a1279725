/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "driver/base/atomic_file.h"
#include "driver/base/file_text.h"
#include "driver/cmd/history_opened.h"
#include "driver/screens/morning.h"

/* The last one is remembered, where it can be: who may only read sees it all the same. */
static int since(const struct history_args *own, int64_t *date)
{
	AUTO_FREE char *path = memory_format("%s/bdriver.since", history_folder(own));
	AUTO_FREE char *kept = file_text(path, NULL);
	bool all = own->since && !strcmp(own->since, "all");
	int code = history_date("since", all ? NULL : own->since ?: kept, date);
	struct err e;

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
		struct screen screen = history_screen(&opened, i);
		struct morning shown;

		if (i)
			putchar('\n');
		screen.pending = history_pending(own, screen.tracks);
		shown = morning_print(&screen, &options, stdout);
		pending_release(&screen.pending);
		calls += shown.calls;
		undecided += shown.undecided;
	}
	if (!code && !calls && undecided)
		code = EXIT_BLIND;
	return code ? code : calls ? EXIT_FOUND : EXIT_FINE;
}

#define MEMBER(name) offsetof(struct history_args, name)

const struct option_def history_options[] = {
	{ "history", 0, OPTION_TEXT, MEMBER(history), 0, "DIR",
		"folder of the history (default: $BDRIVER_HISTORY, else ./history)" },
	{ "revision", 0, OPTION_TEXT, MEMBER(revision), 0, "REV",
		"the commit that was measured, by any name that git knows; nights are then "
		"ordered by commits instead of by time" },
	{ "revision-from", 0, OPTION_CHOICE, MEMBER(revision_from), 0, "context|name",
		"the commit stands in the log (context) or in the name of the file, and "
		"--repository knows it" },
	{ "date", 0, OPTION_TEXT, MEMBER(date), 0, "DATE",
		"when it was measured, as 2026-01-31 or 2026-01-31T02:00:00+01:00" },
	{ "date-from", 0, OPTION_CHOICE, MEMBER(date_from), 0, "name|mtime|git",
		"the date stands in the name of the file, or is that of the file (mtime) or of "
		"the commit (git)" },
	{ "unit", 0, OPTION_CHOICE, MEMBER(unit), 0, "ns|us|ms|s",
		"of values in a data.js that have no unit" },
	{ "repository", 0, OPTION_TEXT, MEMBER(repository), 0, "DIR",
		"the work tree that knows the commit (default: the current folder)" },
	{ "machine", 0, OPTION_TEXT, MEMBER(machine), 0, "NAME",
		"only machines of this name; add: machines of one name share a line (default: "
		"the name of the host)" },
	{ "new-nights", 0, OPTION_COUNT, MEMBER(new_nights), 1, "N",
		"if it begins a history, events before the last N nights count as known "
		"(default: 14)" },
	{ "partial", 0, OPTION_FLAG, MEMBER(partial), 0, NULL,
		"take logs that are not complete" },
	{ "alarms", 0, OPTION_TEXT, MEMBER(alarms), 0, "N",
		"expected false alarms in 30 nights, over the whole suite (default: 1)" },
	{ "since", 0, OPTION_TEXT, MEMBER(since), 0, "DATE",
		"leave out events before YYYY-MM-DD; the morning screen remembers it until "
		"--since all" },
	{ "all", 0, OPTION_FLAG, MEMBER(all), 0, NULL,
		"show decided events too, and closed ones however old; changes, health: all "
		"rows" },
	{ "message", 'm', OPTION_TEXT, MEMBER(message), 0, "WHY", "the reason, required" },
	{ "only", 0, OPTION_TEXTS, MEMBER(only), 0, "BENCH",
		"only these benchmarks of the event (default: all)" },
	{ "before", 0, OPTION_TEXT, MEMBER(before), 0, "DATE",
		"every event before YYYY-MM-DD without a decision" },
	{ "up-to", 0, OPTION_PERCENT, MEMBER(up_to), 0, "PERCENT",
		"an effect above it is new again" },
	{ "until", 0, OPTION_TEXT, MEMBER(until), 0, "DATE", "the event is due from then on" },
	{ "link", 0, OPTION_TEXT, MEMBER(link), 0, "URL", "where it is discussed" },
	{ "state", 0, OPTION_CHOICE, MEMBER(state), 0, "new|open|due|closed|decided",
		"only of events in this state" },
	{ "changed", 0, OPTION_CHOICE, MEMBER(changed), 0,
		"machine|toolchain|code|unknown|same|drift|two-levels",
		"only those where this changed (unknown: no fingerprint; same: nothing "
		"recorded differs)" },
	{ "min", 0, OPTION_PERCENT, MEMBER(min), 0, "PERCENT",
		"only effects of at least this" },
	{ "output", 'o', OPTION_TEXT, MEMBER(output), 0, "DIR", "folder for the pages" },
	{ 0 },
};

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
