/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/store/derived.h"

#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

#include "compare/base/memory.h"
#include "driver/store/checkpoint.h"
#include "driver/store/read.h"

char *store_decisions_path(const char *folder)
{
	return memory_format("%s/bdriver.decisions", folder);
}

static void add_reported(struct reported *reported, struct sqlite3_stmt *row)
{
	const char *name = (const char *)sqlite3_column_text(row, 0);
	struct reported_event *event =
		reported->count ? &reported->list[reported->count - 1] : NULL;

	if (!event || strcmp(event->name, name) != 0) {
		event = ARRAY_ADD(reported->list, reported->count, reported->capacity);
		*event = (struct reported_event){
			.withdrawn = sqlite3_column_type(row, 1) == SQLITE_NULL
					     ? -1
					     : sqlite3_column_int64(row, 1),
		};
		snprintf(event->name, sizeof(event->name), "%s", name);
		snprintf(event->became, sizeof(event->became), "%s",
			(const char *)sqlite3_column_text(row, 2) ?: "");
	}
	*ARRAY_ADD(event->changes, event->count, event->capacity) =
		(struct reported_change){ .suite = database_copy(row, 3),
			.benchmark = database_copy(row, 4),
			.ratio = sqlite3_column_double(row, 5),
			.low = sqlite3_column_double(row, 6),
			.high = sqlite3_column_double(row, 7),
			.first = sqlite3_column_int64(row, 8),
			.last = sqlite3_column_int64(row, 9),
			.kind = database_copy(row, 10),
			.decision = database_copy(row, 11),
			.reason = database_copy(row, 12) };
}

/* What store_derive() wrote the last time. */
static int read_reported(
	struct store *store, const char *class, struct reported *reported, struct err *e)
{
	struct sqlite3_stmt *row = database_query(&store->database, e,
		"SELECT e.name, e.withdrawn, e.became, c.suite, c.benchmark, c.ratio, c.low,"
		" c.high, c.first, c.last, c.kind, c.decision, c.reason"
		" FROM change c CROSS JOIN event e ON e.class = c.class AND e.name = c.event"
		" WHERE c.class = ? ORDER BY e.name, c.rowid",
		"t", class);
	int more;

	while ((more = database_next(&store->database, row, e)) > 0)
		add_reported(reported, row);
	return more;
}

int store_analyse(struct store *store, const char *class,
	const struct change_settings *settings, const struct decisions *decisions,
	struct analysis *analysis, struct err *e)
{
	int kept;

	*analysis = (struct analysis){ 0 };
	if (store_read(store, class, &analysis->tracks, NULL, NULL, e) ||
		read_reported(store, class, &analysis->reported, e))
		return -1;
	kept = checkpoint_read(
		&store->database, &analysis->tracks, settings, &analysis->changes, e);
	if (kept < 0)
		return -1;
	if (!kept)
		changes_find(&analysis->changes, &analysis->tracks, settings);
	events_make(&analysis->events, &analysis->tracks, &analysis->changes, decisions,
		&analysis->reported);
	return 0;
}

void analysis_release(struct analysis *analysis)
{
	events_release(&analysis->events);
	changes_release(&analysis->changes);
	tracks_release(&analysis->tracks);
	reported_release(&analysis->reported);
}

static int put_change(struct database *database, const struct analysis *a, const char *event,
	const char *state, const struct reported_change *change, struct err *e)
{
	return database_do(database, e,
		"INSERT INTO change VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
		"ttttddditittt", a->tracks.class, event, change->suite, change->benchmark,
		change->ratio, change->low, change->high, change->first, change->kind,
		change->last, state, change->decision, change->reason);
}

/* As it is reported from now on. Borrows its texts. */
static struct reported_change reported_change_of(const struct analysis *a, size_t place)
{
	const struct change *change = &a->changes.list[place];
	const struct decision *decision = a->events.fates[place].decision;
	const struct track *track = &a->tracks.tracks[change->track];

	return (struct reported_change){ .suite = track->suite,
		.benchmark = track->benchmark,
		.ratio = exp(change->effect),
		.low = exp(change->effect - CHANGE_Z * change->se),
		.high = exp(change->effect + CHANGE_Z * change->se),
		.first = a->tracks.nights[change->low].started,
		.last = a->tracks.nights[change->high].started,
		.kind = (char *)change_kind_name(change->kind),
		.decision = decision ? (char *)decision_word(decision->kind) : NULL,
		.reason = decision ? decision->reason : NULL };
}

static int put_event(struct database *database, const struct analysis *a,
	const struct event *event, struct err *e)
{
	const struct track_night *nights = a->tracks.nights;
	int rc = database_do(database, e,
		"INSERT INTO event VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, NULL)", "ttttiiitt",
		a->tracks.class, event->name, event_state_name(event->state),
		change_kind_name(event->kind), nights[event->low].started,
		nights[event->high].started, (int64_t)event->count,
		event->decision ? decision_word(event->decision->kind) : NULL,
		event->decision ? event->decision->reason : NULL);

	for (size_t i = 0; i < event->count && !rc; i++) {
		struct reported_change change = reported_change_of(a, event->changes[i]);

		rc = put_change(database, a, event->name,
			event_state_name(a->events.fates[event->changes[i]].state), &change, e);
	}
	return rc;
}

static int put_withdrawn(struct database *database, const struct analysis *a,
	const struct reported_event *old, struct err *e)
{
	const struct reported_change *first = old->changes;
	int rc = database_do(database, e,
		"INSERT INTO event VALUES(?, ?, 'withdrawn', ?, ?, ?, ?, ?, ?, ?, ?)",
		"tttiiittit", a->tracks.class, old->name, first->kind, first->first,
		first->last, (int64_t)old->count, first->decision, first->reason,
		old->withdrawn, *old->became ? old->became : NULL);

	for (size_t i = 0; i < old->count && !rc; i++)
		rc = put_change(database, a, old->name, "withdrawn", &old->changes[i], e);
	return rc;
}

/* Of this class, and of those that have no machine any more. */
#define REPLACED "class = ? OR class NOT IN (SELECT class FROM machine)"

/* Writes it anew, with what was reported of it before. */
static int put_class(struct database *database, const struct analysis *a, struct err *e)
{
	const char *class = a->tracks.class;
	int rc = database_do(database, e, "DELETE FROM change WHERE " REPLACED, "t", class) ||
				 database_do(database, e, "DELETE FROM event WHERE " REPLACED,
					 "t", class)
			 ? -1
			 : 0;

	for (size_t i = 0; !rc && i < a->events.count; i++)
		rc = put_event(database, a, &a->events.list[i], e);
	for (size_t i = 0; !rc && i < a->reported.count; i++)
		if (a->reported.list[i].withdrawn >= 0)
			rc = put_withdrawn(database, a, &a->reported.list[i], e);
	return rc;
}

static int derive_class(struct store *store, const char *class,
	const struct change_settings *settings, const struct decisions *decisions,
	struct err *e)
{
	AUTO(analysis_release) struct analysis analysis = { 0 };
	int rc = store_analyse(store, class, settings, decisions, &analysis, e);

	rc = rc ? rc : put_class(&store->database, &analysis, e);
	rc = rc ? rc
		: checkpoint_write(&store->database, &analysis.tracks, &analysis.changes, e);
	return rc;
}

int store_derive(struct store *store, const struct change_settings *settings, struct err *e)
{
	AUTO_FREE char *path = store_decisions_path(store->folder);
	AUTO(decisions_release) struct decisions decisions = { 0 };
	AUTO(string_list_release) struct string_list classes = { 0 };
	int rc = decisions_read(&decisions, path, e);

	if (!rc && !(rc = database_begin(&store->database, e))) {
		rc = store_classes(store, &classes, e);
		for (size_t i = 0; !rc && i < classes.count; i++)
			rc = derive_class(store, classes.items[i], settings, &decisions, e);
		rc = database_end(&store->database, rc, e);
	}
	return rc;
}
