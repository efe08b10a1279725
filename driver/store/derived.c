/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/store/derived.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "driver/store/read.h"

char *store_decisions_path(const char *folder)
{
	return memory_format("%s/bdriver.decisions", folder);
}

int store_analyse(struct store *store, const char *class,
	const struct change_settings *settings, const struct decisions *decisions,
	struct analysis *analysis, struct err *e)
{
	*analysis = (struct analysis){ 0 };
	if (store_read(store, class, &analysis->lines, e))
		return -1;
	changes_find(&analysis->changes, &analysis->lines, settings);
	events_make(&analysis->events, &analysis->lines, &analysis->changes, decisions);
	return 0;
}

void analysis_release(struct analysis *analysis)
{
	events_release(&analysis->events);
	changes_release(&analysis->changes);
	lines_of_release(&analysis->lines);
}

static int put_change(struct database *database, const struct analysis *a,
	const struct event *event, size_t place, struct err *e)
{
	const struct change *change = &a->changes.list[place];
	const struct fate *fate = &a->events.fates[place];
	const struct line *line = &a->lines.lines[change->line];

	return database_do(database, e,
		"INSERT INTO change VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
		"ttttddditittt", a->lines.class, event->name, line->suite, line->benchmark,
		exp(change->effect), exp(change->effect - 1.96 * change->se),
		exp(change->effect + 1.96 * change->se), a->lines.nights[change->low].started,
		change_kind_name(change->kind), a->lines.nights[change->high].started,
		event_state_name(fate->state),
		fate->decision ? decision_word(fate->decision->kind) : NULL,
		fate->decision ? fate->decision->reason : NULL);
}

static int put_event(struct database *database, const struct analysis *a,
	const struct event *event, struct err *e)
{
	const struct line_night *nights = a->lines.nights;

	if (database_do(database, e, "INSERT INTO event VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)",
		    "ttttiiitt", a->lines.class, event->name, event_state_name(event->state),
		    change_kind_name(event->kind), nights[event->low].started,
		    nights[event->high].started, (int64_t)event->count,
		    event->decision ? decision_word(event->decision->kind) : NULL,
		    event->decision ? event->decision->reason : NULL))
		return -1;
	for (size_t i = 0; i < event->count; i++)
		if (put_change(database, a, event, event->changes[i], e))
			return -1;
	return 0;
}

static int derive_class(struct store *store, const char *class,
	const struct change_settings *settings, const struct decisions *decisions,
	struct err *e)
{
	struct analysis analysis;
	int rc = store_analyse(store, class, settings, decisions, &analysis, e);

	for (size_t i = 0; !rc && i < analysis.events.count; i++)
		rc = put_event(&store->database, &analysis, &analysis.events.list[i], e);
	analysis_release(&analysis);
	return rc;
}

int store_derive(struct store *store, const struct change_settings *settings, struct err *e)
{
	char *path = store_decisions_path(store->folder);
	struct decisions decisions;
	struct string_list classes = { 0 };
	int rc = decisions_read(&decisions, path, e);

	if (!rc && !(rc = database_begin(&store->database, e))) {
		rc = database_do(&store->database, e, "DELETE FROM change",
			     "") || database_do(&store->database, e, "DELETE FROM event", "") ||
				     store_classes(store, &classes, e)
			     ? -1
			     : 0;
		for (size_t i = 0; !rc && i < classes.count; i++)
			rc = derive_class(store, classes.items[i], settings, &decisions, e);
		rc = database_end(&store->database, rc, e);
	}
	string_list_release(&classes);
	decisions_release(&decisions);
	free(path);
	return rc;
}
