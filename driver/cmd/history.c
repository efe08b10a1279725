/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "compare/base/memory.h"
#include "driver/base/huge_pages.h"
#include "driver/base/message.h"
#include "driver/cli/command.h"
#include "driver/cmd/history_opened.h"
#include "driver/screens/change_list.h"

/* In the order of messages; "" first. */
#define VERBS      \
	X(morning) \
	X(show)    \
	X(changes) \
	X(health)  \
	X(compare) \
	X(accept) X(noise) X(machine) X(fixed) X(reopen) X(add) X(report) X(verify) X(rebuild)

#define X(word) extern const struct verb verb_##word;
VERBS
#undef X

static const struct verb *const verbs[] = {
#define X(word) &verb_##word,
	VERBS
#undef X
};

#define VERB_COUNT   ARRAY_SIZE(verbs)
#define MEMBER(name) offsetof(struct history_args, name)

static const struct option_def options[] = {
	{ "history", 0, OPTION_TEXT, MEMBER(history), 0, "DIR",
		"folder of the history (default: $BDRIVER_HISTORY, else ./history)" },
	{ "revision", 0, OPTION_TEXT, MEMBER(revision), 0, "REV",
		"add: the commit that was measured, by any name that git knows; nights are "
		"then ordered by commits instead of by time" },
	{ "revision-from", 0, OPTION_CHOICE, MEMBER(revision_from), 0, "context|name",
		"add: the commit stands in the log (context) or in the name of the file, and "
		"--repository knows it" },
	{ "date", 0, OPTION_TEXT, MEMBER(date), 0, "DATE",
		"add: when it was measured, as 2026-01-31 or 2026-01-31T02:00:00+01:00" },
	{ "unit", 0, OPTION_CHOICE, MEMBER(unit), 0, "ns|us|ms|s",
		"add: of values in a data.js that have no unit" },
	{ "date-from", 0, OPTION_CHOICE, MEMBER(date_from), 0, "name|mtime|git",
		"add: the date stands in the name of the file, or is that of the file (mtime) "
		"or of the commit (git)" },
	{ "repository", 0, OPTION_TEXT, MEMBER(repository), 0, "DIR",
		"add, compare: the work tree that knows the commit (default: the current "
		"folder)" },
	{ "machine", 0, OPTION_TEXT, MEMBER(machine), 0, "NAME",
		"add: machines of one name share a line (default: the name of the host); else: "
		"only those of this name" },
	{ "new-nights", 0, OPTION_COUNT, MEMBER(new_nights), 1, "N",
		"add: if it begins a history, events before the last N nights count as known "
		"(default: 14)" },
	{ "partial", 0, OPTION_FLAG, MEMBER(partial), 0, NULL,
		"add: take logs that are not complete" },
	{ "alarms", 0, OPTION_TEXT, MEMBER(alarms), 0, "N",
		"expected false alarms in 30 nights, over the whole suite (default: 1)" },
	{ "since", 0, OPTION_TEXT, MEMBER(since), 0, "DATE",
		"leave out events before YYYY-MM-DD; the morning screen remembers it until "
		"--since all" },
	{ "all", 0, OPTION_FLAG, MEMBER(all), 0, NULL,
		"show decided events too, and closed ones however old; changes, health: all "
		"rows" },
	{ "message", 'm', OPTION_TEXT, MEMBER(message), 0, "WHY",
		"the reason of a decision, required" },
	{ "only", 0, OPTION_TEXTS, MEMBER(only), 0, "BENCH",
		"of a decision: only these benchmarks of the event (default: all)" },
	{ "before", 0, OPTION_TEXT, MEMBER(before), 0, "DATE",
		"of a decision: every event before YYYY-MM-DD without a decision" },
	{ "up-to", 0, OPTION_PERCENT, MEMBER(up_to), 0, "PERCENT",
		"of a decision: an effect above it is new again" },
	{ "until", 0, OPTION_TEXT, MEMBER(until), 0, "DATE",
		"of a decision: the event is due from then on" },
	{ "link", 0, OPTION_TEXT, MEMBER(link), 0, "URL",
		"of a decision: where it is discussed" },
	{ "state", 0, OPTION_CHOICE, MEMBER(state), 0, "new|open|due|closed|decided",
		"changes: only of events in this state" },
	{ "changed", 0, OPTION_CHOICE, MEMBER(changed), 0,
		"machine|toolchain|code|unknown|same|drift",
		"changes: only those where this changed (unknown: no fingerprint; same: "
		"nothing recorded differs)" },
	{ "min", 0, OPTION_PERCENT, MEMBER(min), 0, "PERCENT",
		"changes: only effects of at least this" },
	{ "output", 'o', OPTION_TEXT, MEMBER(output), 0, "DIR",
		"report: folder for the pages" },
	{ 0 },
};

static const struct option_set option_set = {
	.name = "history",
	.formats = CHANGE_FORMATS,
	.own = options,
	.size = sizeof(struct history_args),
};

static const struct verb *find(const char *name)
{
	for (size_t i = 0; i < VERB_COUNT; i++)
		if (!strcmp(verbs[i]->name, name))
			return verbs[i];
	return NULL;
}

static int unknown(const char *name)
{
	AUTO(string_list_release) struct string_list names = { 0 };
	struct suggestion near;
	AUTO_FREE char *all = NULL;

	for (size_t i = 1; i < VERB_COUNT; i++)
		string_list_add(&names, verbs[i]->name);
	near = suggestion(&names, name);
	all = string_list_join(&names, ", ");
	message_error(EXIT_USAGE, "unknown '%s' after history%s%s", name,
		*near.text ? near.text : "; known are: ", *near.text ? "" : all);
	return EXIT_USAGE;
}

static int run(void *given, char **args, int count)
{
	const struct history_args *own = given;
	const struct verb *verb = find(count ? args[0] : "");
	int words = count ? count - 1 : 0;
	/* --format is never without a value. */
	const char *taken[16] = { "history", "quiet", "verbose", "color", "format" };
	bool formats = false;
	const struct option_def *wrong;

	if (!verb)
		return unknown(args[0]);
	for (size_t i = 0; verb->options[i]; i++) {
		taken[5 + i] = verb->options[i];
		formats = formats || !strcmp(verb->options[i], "format");
	}
	wrong = options_given(&option_set, given, taken);
	if (wrong)
		return message_error(EXIT_USAGE, "--%s is not for `bdriver history %s`",
			wrong->name, verb->name);
	if (!formats && strcmp(own->shared.format, "text") != 0)
		return message_error(
			EXIT_USAGE, "--format is not for `bdriver history %s`", verb->name);
	if (words < verb->least || (verb->most >= 0 && words > verb->most))
		return message_error(EXIT_USAGE, "usage: bdriver history %s [OPTION...] %s",
			verb->name, verb->arguments);
	huge_pages_use();
	return verb->run(own, args + 1, words);
}

const struct command command_history = {
	.summary = "keep all nights, and show what changed in them",
	.arguments = "[WORD [ARGUMENT...]]",
	.details =
		"Without a word: the morning screen, with exit code 1 if an event is new or "
		"due, else 5 if the last night moved the whole suite and nothing can show "
		"whether "
		"the machine or the program did, or if a benchmark rose beside the build of "
		"the "
		"night before and is not yet judged. The words: `add LOG|DIR...` stores logs, "
		"also those "
		"of other tools that `bdriver convert` reads, or all of a folder; `show "
		"BENCH...` charts benchmarks; `changes` lists changes; `health` measures "
		"whether their noise keeps to --alarms, and tells which are noisy; `compare "
		"COMMIT|DATE COMMIT|DATE` compares two nights; `accept EVENT... -m WHY`, and "
		"likewise noise, machine, fixed and reopen, keep a decision; `report -o DIR` "
		"writes pages for a browser; `verify` checks database and kept logs; `rebuild` "
		"makes the database again from the kept logs.",
	.min_arguments = 0,
	.max_arguments = -1,
	.options = &option_set,
	.run = run,
};
