/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/cmd/history_options.h"

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
		"machine|toolchain|code|unknown|same|drift",
		"only those where this changed (unknown: no fingerprint; same: nothing "
		"recorded differs)" },
	{ "min", 0, OPTION_PERCENT, MEMBER(min), 0, "PERCENT",
		"only effects of at least this" },
	{ "output", 'o', OPTION_TEXT, MEMBER(output), 0, "DIR", "folder for the pages" },
	{ 0 },
};
