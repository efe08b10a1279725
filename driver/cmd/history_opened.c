/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/cmd/history_opened.h"

#include "compare/base/iso_time.h"
#include "compare/base/memory.h"
#include "compare/base/number.h"
#include "driver/base/huge_pages.h"
#include "driver/base/message.h"
#include "driver/base/terminal.h"
#include "driver/screens/words.h"
#include "driver/store/derived.h"
#include "driver/store/store.h"

#include <stdlib.h>
#include <string.h>

const char *history_folder(const struct history_args *own)
{
	const char *folder = own->history ? own->history : getenv("BDRIVER_HISTORY");

	return folder && *folder ? folder : "history";
}

int history_settings(const struct history_args *own, struct change_settings *settings)
{
	huge_pages_use();
	*settings = (struct change_settings)CHANGE_SETTINGS_DEFAULT;
	if (!own->alarms)
		return 0;
	if (number_parse(own->alarms, strlen(own->alarms), &settings->alarms) &&
		settings->alarms > 0 && settings->alarms <= 1000)
		return 0;
	return message_error(
		EXIT_USAGE, "--alarms %s: is no number above 0, at most 1000", own->alarms);
}

struct layout_size history_size(const struct history_args *own)
{
	return (struct layout_size){ (size_t)terminal_width(stdout, 100),
		terminal_color(own->shared.color, stdout) };
}

void history_close(struct opened *opened)
{
	for (size_t i = 0; i < opened->count; i++) {
		analysis_release(&opened->classes[i]);
		pending_release(&opened->screens[i].pending);
	}
	free(opened->classes);
	free(opened->screens);
	decisions_release(&opened->decisions);
}

static int analyse_class(
	struct opened *opened, struct store *store, const char *class, struct err *e)
{
	struct analysis *a = &opened->classes[opened->count];

	opened->screens[opened->count++] = (struct screen){ &a->tracks, &a->changes, &a->events,
		&opened->decisions, &a->reported, opened->settings.alarms, { 0 } };
	return store_analyse(store, class, &opened->settings, &opened->decisions, a, e);
}

static int analyse(
	struct opened *opened, struct store *store, const char *machine, struct err *e)
{
	AUTO(string_list_release) struct string_list classes = { 0 };
	int rc = database_do(&store->database, e, "BEGIN", "") ||
				 store_classes(store, &classes, e)
			 ? -1
			 : 0;

	if (!rc && machine && !string_list_has(&classes, machine))
		rc = bd_err(e, "%s: has no nights of a machine '%s'", store->folder, machine);
	opened->classes = memory_zeroed(classes.count + 1, sizeof(*opened->classes));
	opened->screens = memory_zeroed(classes.count + 1, sizeof(*opened->screens));
	for (size_t i = 0; !rc && i < classes.count; i++)
		if (!machine || !strcmp(machine, classes.items[i]))
			rc = analyse_class(opened, store, classes.items[i], e);
	return rc;
}

void history_warn_hosts(struct store *store)
{
	int64_t hosts;
	struct err e;

	if (!store_lonely_hosts(store, &hosts, &e) && hosts)
		message_warning(
			"%s: %lld hosts have one night each, so no night has another to "
			"be compared with; if they are containers or runners of one "
			"kind, begin again with `bdriver history add --machine NAME "
			"--history NEWDIR LOG...`",
			store->folder, (long long)hosts);
}

int history_open(struct opened *opened, const struct history_args *own)
{
	AUTO_FREE char *path = store_decisions_path(history_folder(own));
	AUTO(store_close) struct store store = { 0 };
	struct err e;
	int code;

	*opened = (struct opened){ 0 };
	code = history_settings(own, &opened->settings);
	if (!code && (store_open(&store, history_folder(own), DATABASE_READ, &e) ||
			     decisions_read(&opened->decisions, path, &e) ||
			     analyse(opened, &store, own->facts.machine, &e)))
		code = message_error(EXIT_USAGE, "%s", e.text);
	if (!code)
		history_warn_hosts(&store);
	if (!code && !opened->count)
		code = message_error(EXIT_USAGE,
			"%s: has no nights yet; old.log alone is none: add the whole folder of "
			"the run",
			history_folder(own));
	return code;
}

int history_date(const char *name, const char *text, int64_t *value)
{
	*value = text ? iso_time(text) : -1;
	if (text && *value < 0)
		return message_error(EXIT_USAGE, "--%s %s: is no date YYYY-MM-DD", name, text);
	return 0;
}

void history_find_pending(const struct history_args *own, struct screen *screen)
{
	const struct tracks *tracks = screen->tracks;
	AUTO(store_close) struct store store = { 0 };
	struct log logs[2] = { 0 };
	char when[NIGHT_SIZE];
	struct err e;
	int found = -1;

	night_time_text(when, tracks->nights[tracks->night_count - 1].started);
	if (!store_open(&store, history_folder(own), DATABASE_READ, &e) &&
		!store_find_log(&store, when, tracks->class, ".", &logs[1], &e))
		found = store_find_beside(&store, &logs[1], "before", &logs[0], &e);
	if (found < 0)
		message_warning("%s", e.text);
	if (found > 0)
		screen->pending = pending_of(&logs[0], &logs[1]);
	log_release(&logs[0]);
	log_release(&logs[1]);
}

#define MEMBER(name) offsetof(struct history_args, name)

const struct option_def history_options[] = {
	{ "history", 0, OPTION_TEXT, MEMBER(history), 0, "DIR",
		"folder of the history (default: $BDRIVER_HISTORY, else ./history)" },
	{ "revision", 0, OPTION_TEXT, MEMBER(facts.revision), 0, "REV",
		"the commit that was measured, by any name that git knows; nights are then "
		"ordered by commits instead of by time" },
	{ "revision-from", 0, OPTION_CHOICE, MEMBER(facts.revision_from), 0, "context|name",
		"the commit stands in the log (context) or in the name of the file, and "
		"--repository knows it" },
	{ "date", 0, OPTION_TEXT, MEMBER(facts.date), 0, "DATE",
		"when it was measured, as 2026-01-31 or 2026-01-31T02:00:00+01:00" },
	{ "date-from", 0, OPTION_CHOICE, MEMBER(facts.date_from), 0, "name|mtime|git",
		"the date stands in the name of the file, or is that of the file (mtime) or of "
		"the commit (git)" },
	{ "unit", 0, OPTION_CHOICE, MEMBER(facts.unit), 0, "ns|us|ms|s",
		"of values in a data.js that have no unit" },
	{ "repository", 0, OPTION_TEXT, MEMBER(facts.repository), 0, "DIR",
		"the work tree that knows the commit (default: the current folder)" },
	{ "machine", 0, OPTION_TEXT, MEMBER(facts.machine), 0, "NAME",
		"only machines of this name; add: machines of one name share a line (default: "
		"the name of the host)" },
	{ "map-suite", 0, OPTION_TEXTS, MEMBER(map_suites), 0, "OLD=NEW",
		"compare suite OLD of the first night with suite NEW of the second; "
		"repeatable" },
	{ "new-nights", 0, OPTION_COUNT, MEMBER(new_nights), 1, "N",
		"if it begins a history, events before the last N nights count as known "
		"(default: 14)" },
	{ "partial", 0, OPTION_FLAG, MEMBER(facts.partial), 0, NULL,
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
