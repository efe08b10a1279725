/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/store/read.h"

#include <math.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "driver/history/anchor.h"
#include "harness/base/hash.h"

/* The logs of a night are from half a day. */
#define NIGHT_SECONDS 43200

static const char *text_at(struct sqlite3_stmt *row, int column)
{
	return (const char *)sqlite3_column_text(row, column);
}

static char *copy_at(struct sqlite3_stmt *row, int column)
{
	const char *text = text_at(row, column);

	return text ? memory_text(text) : NULL;
}

int store_classes(struct store *store, struct string_list *classes, struct err *e)
{
	struct sqlite3_stmt *row = database_query(&store->database, e,
		"SELECT DISTINCT m.class FROM run r JOIN machine m ON m.id = r.machine"
		" WHERE r.role = 'now' ORDER BY 1",
		"");
	int more = row ? 1 : -1;

	while (more > 0 && (more = database_next(&store->database, row, e)) > 0)
		string_list_add(classes, text_at(row, 0));
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

/* What a run is to the nights, by its id. */
struct place {
	uint32_t night; /* UINT32_MAX: none of these nights */
	enum role { ROLE_NOW, ROLE_BEFORE, ROLE_ANCHOR } role;
};

struct places {
	struct place *list; /* owned */
	int64_t count;
	int64_t *runs; /* of the last night; owned */
	size_t run_count, run_capacity;
};

static void add_night(struct tracks *tracks, struct sqlite3_stmt *row)
{
	struct track_night *night = tracks_add_night(tracks);

	night->started = sqlite3_column_int64(row, 1);
	night->revision = copy_at(row, 2);
	night->subject = copy_at(row, 3);
	night->height =
		sqlite3_column_type(row, 4) == SQLITE_NULL ? -1 : sqlite3_column_int64(row, 4);
	night->machine = (uint64_t)sqlite3_column_int64(row, 5);
	night->machine_text = copy_at(row, 6);
}

/* Several runs are one night if they measured different benchmarks of one commit, on one
 * machine and within half a day. 1, 0 or -1. */
static int is_of_night(struct store *store, const struct track_night *night,
	const struct places *places, struct sqlite3_stmt *row, struct err *e)
{
	const char *revision = text_at(row, 2);
	int64_t series;
	int shared = 0;

	if ((uint64_t)sqlite3_column_int64(row, 5) != night->machine ||
		sqlite3_column_int64(row, 1) - night->started > NIGHT_SECONDS ||
		strcmp(revision ?: "", night->revision ?: "") != 0)
		return 0;
	for (size_t i = 0; i < places->run_count && !shared; i++)
		shared = database_integer(&store->database, &series, e,
			"SELECT a.series FROM point a JOIN point b ON b.series = a.series"
			" WHERE a.run = ? AND b.run = ? LIMIT 1",
			"ii", places->runs[i], sqlite3_column_int64(row, 0));
	return shared < 0 ? -1 : !shared;
}

static int add_run(struct store *store, struct tracks *tracks, struct places *places,
	struct sqlite3_stmt *row, struct err *e)
{
	int64_t run = sqlite3_column_int64(row, 0);
	int same = 0;
	struct track_night *night;

	if (tracks->night_count)
		same = is_of_night(
			store, &tracks->nights[tracks->night_count - 1], places, row, e);
	if (same < 0)
		return -1;
	if (!same) {
		add_night(tracks, row);
		places->run_count = 0;
	}
	night = &tracks->nights[tracks->night_count - 1];
	night->launches += sqlite3_column_int64(row, 7);
	night->disturbed += sqlite3_column_int64(row, 8);
	places->list[run].night = (uint32_t)(tracks->night_count - 1);
	*ARRAY_ADD(places->runs, places->run_count, places->run_capacity) = run;
	return 0;
}

static int read_nights(struct store *store, const char *class, struct tracks *tracks,
	struct places *places, struct err *e)
{
	struct sqlite3_stmt *row = database_query(&store->database, e,
		"WITH night AS (SELECT r.*, v.hash, v.subject, v.height, m.id AS m,"
		" m.fingerprint FROM run r JOIN machine m ON m.id = r.machine"
		" LEFT JOIN revision v ON v.id = r.revision"
		" WHERE r.role = 'now' AND m.class = ?)"
		" SELECT id, started, hash, subject, height, m, fingerprint, launches, "
		"disturbed"
		" FROM night ORDER BY iif((SELECT count(*) = count(height) FROM night), "
		"height, 0),"
		" started, id",
		"t", class);
	int more = row ? 1 : -1;

	while (more > 0 && (more = database_next(&store->database, row, e)) > 0)
		if (add_run(store, tracks, places, row, e))
			more = -1;
	return more;
}

static enum role role_of(const char *word)
{
	return !strcmp(word, "now")      ? ROLE_NOW
	       : !strcmp(word, "anchor") ? ROLE_ANCHOR
					 : ROLE_BEFORE;
}

/* The nights with their own runs, and what was measured beside them. */
static int read_places(struct store *store, const char *class, struct tracks *tracks,
	struct places *places, struct err *e)
{
	struct sqlite3_stmt *row;
	int64_t most = 0;
	int more = database_integer(&store->database, &most, e, "SELECT max(id) FROM run", "");

	if (more < 0)
		return -1;
	places->count = most + 1;
	places->list = memory_zeroed((size_t)places->count, sizeof(*places->list));
	for (int64_t i = 0; i < places->count; i++)
		places->list[i].night = UINT32_MAX;
	if (read_nights(store, class, tracks, places, e))
		return -1;
	row = database_query(&store->database, e,
		"SELECT n.id, a.id, a.role FROM run a JOIN run n ON n.session = a.session"
		" WHERE a.role IN ('anchor', 'before') AND n.role = 'now'",
		"");
	more = row ? 1 : -1;
	while (more > 0 && (more = database_next(&store->database, row, e)) > 0)
		places->list[sqlite3_column_int64(row, 1)] =
			(struct place){ places->list[sqlite3_column_int64(row, 0)].night,
				role_of(text_at(row, 2)) };
	return more;
}

static int by_night(const void *a, const void *b)
{
	const struct track_point *x = a, *y = b;

	return (x->night > y->night) - (x->night < y->night);
}

/* A text and its hash: most are that of the night before. */
struct hashed {
	char text[40];
	size_t size;
	uint64_t hash;
};

/* 0 for an empty text. */
static uint64_t hash_of(struct hashed *last, struct sqlite3_value *value)
{
	const void *text = sqlite3_value_blob(value);
	size_t size = (size_t)sqlite3_value_bytes(value);

	if (!size)
		return 0;
	if (size > sizeof(last->text))
		return bd_fnv1a(text, size, 0);
	if (size != last->size || memcmp(text, last->text, size) != 0) {
		memcpy(last->text, text, size);
		last->size = size;
		last->hash = bd_fnv1a(text, size, 0);
	}
	return last->hash;
}

static double real_of(struct sqlite3_value *value)
{
	return sqlite3_value_type(value) == SQLITE_NULL ? NAN : sqlite3_value_double(value);
}

/* A point that was measured beside one of the track, which may come later. */
struct beside {
	struct place place;
	double level, se;
	uint64_t code;
};

/* While the points of a class are read. */
struct point_reading {
	struct tracks *tracks;
	struct places places;
	const char *suite, *name; /* of the track */
	struct track *track;      /* NULL: it has no point yet */
	struct hashed code, definition;
	struct beside *beside; /* of the track; owned */
	size_t beside_count, beside_capacity;
};

/* What take_point() is given, in this order. */
enum { RUN, LEVEL, SE, CODE, DEFINITION, TOOLCHAIN, LAUNCHES, POINT_VALUES };
#define POINT_COLUMNS "run, level, se, code, definition, toolchain, launches"

static void add_point(
	struct point_reading *reading, struct sqlite3_value **values, uint32_t night)
{
	struct track_point *point = track_add(reading->track);

	point->night = night;
	point->level = sqlite3_value_double(values[LEVEL]);
	point->se = real_of(values[SE]);
	point->code = hash_of(&reading->code, values[CODE]);
	point->definition = hash_of(&reading->definition, values[DEFINITION]);
	point->toolchain = sqlite3_value_int64(values[TOOLCHAIN]);
	point->launches = (uint32_t)sqlite3_value_int64(values[LAUNCHES]);
}

static void add_beside(
	struct point_reading *reading, struct sqlite3_value **values, struct place place)
{
	*ARRAY_ADD(reading->beside, reading->beside_count, reading->beside_capacity) =
		(struct beside){ place, sqlite3_value_double(values[LEVEL]),
			real_of(values[SE]), hash_of(&reading->code, values[CODE]) };
}

static void put_beside(struct track *track, const struct beside *beside)
{
	struct track_point wanted = { .night = beside->place.night };
	struct track_point *p =
		bsearch(&wanted, track->points, track->count, sizeof(*track->points), by_night);

	if (p && beside->place.role == ROLE_ANCHOR) {
		p->anchor = beside->level;
		p->anchor_se = beside->se;
		p->anchor_code = beside->code;
	} else if (p) {
		p->before = beside->level;
		p->before_code = beside->code;
	}
}

/* Nights mostly arrive in their order. */
static void sort_points(struct track *track)
{
	for (size_t i = 1; i < track->count; i++)
		if (track->points[i - 1].night > track->points[i].night) {
			qsort(track->points, track->count, sizeof(*track->points), by_night);
			return;
		}
}

static void end_track(struct point_reading *reading)
{
	struct track *track = reading->track;

	if (track)
		sort_points(track);
	for (size_t i = 0; track && track->count && i < reading->beside_count; i++)
		put_beside(track, &reading->beside[i]);
	if (track)
		anchor_apply(track);
	reading->beside_count = 0;
}

/* An SQL function without a result: rows that leave the statement take longer. */
static void take_point(struct sqlite3_context *call, int count, struct sqlite3_value **values)
{
	struct point_reading *reading = sqlite3_user_data(call);
	struct place place = reading->places.list[sqlite3_value_int64(values[RUN])];
	bool measured = sqlite3_value_type(values[LEVEL]) != SQLITE_NULL;

	(void)count;
	if (place.night == UINT32_MAX)
		return;
	if (!reading->track)
		reading->track = tracks_add(reading->tracks, reading->suite, reading->name);
	if (place.role != ROLE_NOW && measured)
		add_beside(reading, values, place);
	else if (place.role == ROLE_NOW && measured)
		add_point(reading, values, place.night);
	else if (place.role == ROLE_NOW)
		reading->tracks->nights[place.night].failed++;
}

static int read_track(
	struct store *store, struct point_reading *reading, int64_t series, struct err *e)
{
	reading->track = NULL;
	if (database_do(&store->database, e,
		    "SELECT take_point(" POINT_COLUMNS ") FROM point WHERE series = ?", "i",
		    series))
		return -1;
	end_track(reading);
	return 0;
}

static int read_tracks(
	struct store *store, const char *class, struct point_reading *reading, struct err *e)
{
	struct sqlite3_stmt *row = database_query(&store->database, e,
		"SELECT s.id, b.suite, b.name FROM series s"
		" JOIN benchmark b ON b.id = s.benchmark"
		" WHERE s.class = ? AND s.metric = 'time' ORDER BY b.suite, b.name",
		"t", class);
	int more = row ? 1 : -1;

	while (more > 0 && (more = database_next(&store->database, row, e)) > 0) {
		reading->suite = text_at(row, 1);
		reading->name = text_at(row, 2);
		if (read_track(store, reading, sqlite3_column_int64(row, 0), e))
			more = -1;
	}
	return more;
}

int store_read(struct store *store, const char *class, struct tracks *tracks, struct err *e)
{
	struct point_reading reading = { .tracks = tracks };
	int rc;

	*tracks = (struct tracks){ .class = memory_text(class) };
	rc = database_function(
		     &store->database, "take_point", POINT_VALUES, &reading, take_point, e) ||
			     read_places(store, class, tracks, &reading.places, e) ||
			     read_tracks(store, class, &reading, e)
		     ? -1
		     : 0;
	free(reading.beside);
	free(reading.places.list);
	free(reading.places.runs);
	return rc;
}
