/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/store/derived.h"

#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "compare/base/memory.h"
#include "driver/code/elf_image.h"
#include "driver/store/points.h"

/* The logs of a night are from half a day. */
#define NIGHT_SECONDS 43200

int store_classes(struct store *store, struct string_list *classes, struct err *e)
{
	struct sqlite3_stmt *row = database_query(&store->database, e,
		"SELECT DISTINCT m.class FROM run r JOIN machine m ON m.id = r.machine"
		" WHERE r.role = 'now' ORDER BY 1",
		"");
	int more;

	while ((more = database_next(&store->database, row, e)) > 0)
		string_list_add(classes, database_text(row, 0));
	return more;
}

int store_lonely_hosts(struct store *store, int64_t *hosts, struct err *e)
{
	*hosts = 0;
	return database_integer(&store->database, hosts, e,
		       "WITH host AS (SELECT count(*) AS nights FROM run r"
		       " JOIN machine m ON m.id = r.machine WHERE r.role = 'now'"
		       " AND m.fingerprint LIKE 'history.machine=;%' GROUP BY m.class)"
		       " SELECT sum(nights = 1) FROM host"
		       " HAVING sum(nights = 1) >= 3 AND 2 * sum(nights = 1) > count(*)",
		       "") < 0
		       ? -1
		       : 0;
}

int store_last_nights(
	struct store *store, const char *class, int64_t nights, int64_t *from, struct err *e)
{
	return database_integer(&store->database, from, e,
		"WITH night AS (SELECT min(started) AS started FROM run r"
		" JOIN machine m ON m.id = r.machine WHERE r.role = 'now' AND m.class = ?"
		" GROUP BY coalesce(revision, -r.id), started / 43200)"
		" SELECT min(started) FROM (SELECT started FROM night ORDER BY 1 DESC LIMIT ?)"
		" HAVING (SELECT count(*) FROM night) > ?",
		"tii", class, nights, nights);
}

static void add_night(struct tracks *tracks, struct sqlite3_stmt *row)
{
	struct track_night *night = tracks_add_night(tracks);

	night->started = sqlite3_column_int64(row, 1);
	night->revision = database_copy(row, 2);
	night->subject = database_copy(row, 3);
	night->height =
		sqlite3_column_type(row, 4) == SQLITE_NULL ? -1 : sqlite3_column_int64(row, 4);
	night->machine = (uint64_t)sqlite3_column_int64(row, 5);
	night->machine_text = database_copy(row, 6);
}

/* Several runs are one night if they measured different benchmarks of one commit, on one
 * machine and within half a day. 1, 0 or -1. */
static int is_of_night(struct store *store, const struct track_night *night,
	const struct places *places, struct sqlite3_stmt *row, struct err *e)
{
	const char *revision = database_text(row, 2);
	int64_t series;
	int shared = 0;

	if ((uint64_t)sqlite3_column_int64(row, 5) != night->machine ||
		sqlite3_column_int64(row, 1) - night->started > NIGHT_SECONDS ||
		strcmp(revision, night->revision ?: "") != 0)
		return 0;
	for (size_t i = places->count;
		i-- > 0 && !shared &&
		places->list[i].night == places->list[places->count - 1].night;)
		shared = database_integer(&store->database, &series, e,
			"SELECT a.series FROM point a JOIN point b ON b.series = a.series"
			" WHERE a.run = ? AND b.run = ? LIMIT 1",
			"ii", places->list[i].run, sqlite3_column_int64(row, 0));
	return shared < 0 ? -1 : !shared;
}

static int add_run(struct store *store, struct tracks *tracks, struct places *places,
	struct sqlite3_stmt *row, struct err *e)
{
	int same = 0;
	struct track_night *night;

	if (tracks->night_count)
		same = is_of_night(
			store, &tracks->nights[tracks->night_count - 1], places, row, e);
	if (same < 0)
		return -1;
	if (!same)
		add_night(tracks, row);
	night = &tracks->nights[tracks->night_count - 1];
	night->launches += sqlite3_column_int64(row, 7);
	night->disturbed += sqlite3_column_int64(row, 8);
	*ARRAY_ADD(places->list, places->count, places->capacity) =
		(struct place){ sqlite3_column_int64(row, 0),
			(uint32_t)(tracks->night_count - 1), ROLE_NOW };
	return 0;
}

static int read_nights(struct store *store, const char *class, struct tracks *tracks,
	struct places *places, struct err *e)
{
	struct sqlite3_stmt *row = database_query(&store->database, e,
		"WITH night AS (SELECT r.id, r.content, r.started, r.launches, r.disturbed,"
		" v.hash, v.subject, v.height, m.id AS m, m.fingerprint"
		" FROM run r JOIN machine m ON m.id = r.machine"
		" LEFT JOIN revision v ON v.id = r.revision"
		" WHERE r.role = 'now' AND m.class = ?)"
		" SELECT id, started, hash, subject, height, m, fingerprint, launches,"
		" disturbed FROM night"
		" ORDER BY iif((SELECT count(*) = count(height) FROM night), height, 0),"
		" started, content, id",
		"t", class);
	int more;

	while ((more = database_next(&store->database, row, e)) > 0)
		if (add_run(store, tracks, places, row, e))
			return -1;
	return more;
}

/* What was measured beside the nights. */
static int read_beside(struct store *store, struct places *places, struct err *e)
{
	struct sqlite3_stmt *row = database_query(&store->database, e,
		"SELECT n.id, a.id, a.role = 'anchor' FROM run a JOIN run n ON n.session = "
		"a.session WHERE a.role IN ('anchor', 'before') AND n.role = 'now'",
		"");
	size_t nights = places->count, i;
	int more;

	while ((more = database_next(&store->database, row, e)) > 0) {
		for (i = 0; i < nights && places->list[i].run != sqlite3_column_int64(row, 0);)
			i++;
		if (i < nights)
			*ARRAY_ADD(places->list, places->count, places->capacity) =
				(struct place){
					sqlite3_column_int64(row, 1), places->list[i].night,
					sqlite3_column_int(row, 2) ? ROLE_ANCHOR : ROLE_BEFORE
				};
	}
	return more;
}

/* The nights of a class and their tracks. Nights are ordered by the heights of their revisions
 * if all have one, else by time; several runs of one revision by time. Only runs of the role
 * `now` are nights. */
static int read_class(
	struct store *store, const char *class, struct tracks *tracks, struct err *e)
{
	struct places places = { 0 };
	int rc;

	*tracks = (struct tracks){ .class = memory_text(class) };
	rc = read_nights(store, class, tracks, &places, e);
	rc = rc ? rc : read_beside(store, &places, e);
	rc = rc ? rc : points_read(&store->database, &places, tracks, e);
	free(places.list);
	return rc;
}

char *store_decisions_path(const char *folder)
{
	return memory_format("%s/bdriver.decisions", folder);
}

/*
 * A checkpoint: the changes of a class as they were found when its last night was added, bit
 * for bit, so that a screen need not find them again. A run that is added or removed takes it
 * away.
 */

/* In front of the arrays of the changes, which follow each other. */
struct head {
	uint64_t sum; /* below */
	/* Its build id: another one may find other changes; "": none is known. */
	char program[IMAGE_BUILD_ID_TEXT];
	struct changes changes; /* its pointers mean nothing */
	size_t tracks, nights;
};

/* Of what follows it, and of the points that the changes count: a damaged database has others.
 */
static uint64_t sum_of(const struct tracks *tracks, const char *text, size_t size)
{
	uLong sum = 0;

	for (size_t i = 0; i < tracks->track_count; i++)
		sum = crc32_z(sum, (const Bytef *)&tracks->tracks[i].count, sizeof(size_t));
	return crc32_z(sum, (const Bytef *)text + sizeof(uint64_t), size - sizeof(uint64_t));
}

/* The arrays of the changes and their sizes in bytes; the room of all with the head. */
static size_t arrays(
	struct changes *c, const struct tracks *tracks, void **to[5], size_t size[5])
{
	size_t nights = (tracks->night_count + 1) * sizeof(double), sum = sizeof(struct head);

	to[0] = (void **)&c->list;
	size[0] = c->count * sizeof(*c->list);
	to[1] = (void **)&c->noise.tracks;
	size[1] = tracks->track_count * sizeof(*c->noise.tracks);
	to[2] = (void **)&c->noise.shift;
	to[3] = (void **)&c->noise.lasting;
	to[4] = (void **)&c->noise.growth;
	size[2] = size[3] = size[4] = nights;
	for (int i = 0; i < 5; i++)
		sum += size[i];
	return sum;
}

static int checkpoint_write(struct database *database, const struct tracks *tracks,
	const struct changes *changes, struct err *e)
{
	struct head head = { 0, "", *changes, tracks->track_count, tracks->night_count };
	void **from[5];
	size_t size[5], at = sizeof(head), all = arrays(&head.changes, tracks, from, size);
	AUTO_FREE char *text = memory_zeroed(all, 1);

	image_read_build_id("/proc/self/exe", head.program);
	for (int i = 0; i < 5; at += size[i++])
		if (size[i])
			memcpy(text + at, *from[i], size[i]);
	memcpy(text, &head, sizeof(head));
	head.sum = sum_of(tracks, text, all);
	memcpy(text, &head, sizeof(head.sum));
	return database_do(database, e, "INSERT OR REPLACE INTO checkpoint VALUES(?, ?)", "tb",
		tracks->class, text, all);
}

/* 1; 0: there is none of these settings, tracks and this program; -1 with *e set. */
static int checkpoint_read(struct database *database, const struct tracks *tracks,
	const struct change_settings *settings, struct changes *changes, struct err *e)
{
	struct sqlite3_stmt *row = database_query(
		database, e, "SELECT made FROM checkpoint WHERE class = ?", "t", tracks->class);
	int more = database_next(database, row, e);
	size_t size[5], all = more > 0 ? (size_t)sqlite3_column_bytes(row, 0) : 0;
	const char *text = more > 0 ? sqlite3_column_blob(row, 0) : NULL;
	void **to[5];
	char program[IMAGE_BUILD_ID_TEXT];
	struct head head;

	if (all < sizeof(head))
		return more < 0 ? -1 : 0;
	memcpy(&head, text, sizeof(head));
	image_read_build_id("/proc/self/exe", program);
	if (!*program || strncmp(head.program, program, sizeof(program)) != 0 ||
		head.tracks != tracks->track_count || head.nights != tracks->night_count ||
		head.changes.alarms != settings->alarms ||
		head.changes.smallest_reported != settings->least || settings->threshold > 0 ||
		arrays(&head.changes, tracks, to, size) != all ||
		head.sum != sum_of(tracks, text, all))
		return 0;
	text += sizeof(head);
	for (int i = 0; i < 5; text += size[i++]) {
		*to[i] = memory_zeroed(size[i] + 1, 1);
		memcpy(*to[i], text, size[i]);
	}
	*changes = head.changes;
	changes->capacity = changes->count;
	return 1;
}

static void add_reported(struct reported *reported, struct sqlite3_stmt *row)
{
	const char *name = database_text(row, 0);
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
		snprintf(event->became, sizeof(event->became), "%s", database_text(row, 2));
	}
	*ARRAY_ADD(event->changes, event->count, event->capacity) =
		(struct reported_change){ .suite = database_copy(row, 3),
			.benchmark = database_copy(row, 4),
			.ratio = sqlite3_column_double(row, 5),
			.first = sqlite3_column_int64(row, 6),
			.last = sqlite3_column_int64(row, 7),
			.decision = database_copy(row, 8),
			.reason = database_copy(row, 9) };
}

/* What store_derive() wrote the last time. */
static int read_reported(
	struct store *store, const char *class, struct reported *reported, struct err *e)
{
	struct sqlite3_stmt *row = database_query(&store->database, e,
		"SELECT e.name, e.withdrawn, e.became, c.suite, c.benchmark, c.ratio,"
		" c.first, c.last, c.decision, c.reason"
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
	if (read_class(store, class, &analysis->tracks, e) ||
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

static int put_event(struct database *database, const struct analysis *a,
	const struct event *event, struct err *e)
{
	const struct decision *decision = event->decision;
	const struct track_night *nights = a->tracks.nights;

	return database_do(database, e,
		"INSERT INTO event VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, NULL)", "ttttiiitt",
		a->tracks.class, event->name, event_state_name(event->state),
		change_kind_name(event->kind), nights[event->low].started,
		nights[event->high].started, (int64_t)event->count,
		decision ? decision_word(decision->kind) : NULL,
		decision ? decision->reason : NULL);
}

static int put_change(struct database *database, const struct analysis *a, const char *event,
	size_t place, struct err *e)
{
	const struct change *change = &a->changes.list[place];
	const struct fate *fate = &a->events.fates[place];
	const struct track *track = &a->tracks.tracks[change->track];
	const struct track_night *nights = a->tracks.nights;

	return database_do(database, e,
		"INSERT INTO change VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
		"ttttddditittt", a->tracks.class, event, track->suite, track->benchmark,
		exp(change->effect), exp(change->effect - CHANGE_Z * change->se),
		exp(change->effect + CHANGE_Z * change->se), nights[change->low].started,
		change_kind_name(change->kind), nights[change->high].started,
		event_state_name(fate->state),
		fate->decision ? decision_word(fate->decision->kind) : NULL,
		fate->decision ? fate->decision->reason : NULL);
}

static int put_current(struct database *database, const struct analysis *a,
	const struct event *event, struct err *e)
{
	int rc = put_event(database, a, event, e);

	for (size_t i = 0; i < event->count && !rc; i++)
		rc = put_change(database, a, event->name, event->changes[i], e);
	return rc;
}

/* Leaves what is withdrawn, of this class, and of those that still have machines. */
static int clear_class(struct database *database, const char *class,
	const struct reported *reported, struct err *e)
{
	static const char *const steps[] = {
		"DELETE FROM event WHERE (class = ?1 AND withdrawn IS NULL)"
		" OR class NOT IN (SELECT class FROM machine)",
		"DELETE FROM change WHERE (class, event) NOT IN (SELECT class, name FROM "
		"event)",
		"UPDATE change SET state = 'withdrawn' WHERE class = ?1",
	};
	int rc = 0;

	for (size_t i = 0; !rc && i < reported->count; i++)
		rc = database_do(database, e,
			"UPDATE event SET state = 'withdrawn', withdrawn = nullif(?, -1),"
			" became = nullif(?, '') WHERE class = ? AND name = ?",
			"ittt", reported->list[i].withdrawn, reported->list[i].became, class,
			reported->list[i].name);
	for (size_t i = 0; !rc && i < ARRAY_SIZE(steps); i++)
		rc = database_do(database, e, steps[i], "t", class);
	return rc;
}

/* Writes it anew, with what was reported of it before. */
static int derive_class(struct store *store, const char *class,
	const struct change_settings *settings, const struct decisions *decisions,
	struct err *e)
{
	AUTO(analysis_release) struct analysis analysis = { 0 };
	int rc = store_analyse(store, class, settings, decisions, &analysis, e);

	rc = rc ? rc : clear_class(&store->database, class, &analysis.reported, e);
	for (size_t i = 0; !rc && i < analysis.events.count; i++)
		rc = put_current(&store->database, &analysis, &analysis.events.list[i], e);
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

	/* Each page is read once: those that were written give their memory to the points. */
	rc = rc ? rc : database_do(&store->database, e, "PRAGMA cache_size = -2000", "");
	if (!rc && !(rc = database_begin(&store->database, e))) {
		rc = store_classes(store, &classes, e);
		for (size_t i = 0; !rc && i < classes.count; i++)
			rc = derive_class(store, classes.items[i], settings, &decisions, e);
		rc = database_end(&store->database, rc, e);
	}
	return rc;
}
