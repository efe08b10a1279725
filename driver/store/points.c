/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/store/points.h"

#include <math.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "driver/history/anchor.h"
#include "harness/base/hash.h"

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

struct point_reading {
	const struct places *places;
	struct tracks *tracks;
	const char *suite, *name; /* of the series */
	struct track *track;      /* of the series; NULL: it has no point yet */
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
	int64_t run = sqlite3_value_int64(values[RUN]);
	struct place place = { UINT32_MAX, ROLE_NOW };
	bool measured = sqlite3_value_type(values[LEVEL]) != SQLITE_NULL;

	(void)count;
	if (run < reading->places->count) /* else it has just been added */
		place = reading->places->list[run];
	if (place.night == UINT32_MAX)
		return;
	if (!reading->track) {
		reading->track = tracks_add(reading->tracks, reading->suite, reading->name);
		track_reserve(reading->track, reading->tracks->night_count);
	}
	if (place.role != ROLE_NOW && measured)
		add_beside(reading, values, place);
	else if (place.role == ROLE_NOW && measured)
		add_point(reading, values, place.night);
	else if (place.role == ROLE_NOW)
		reading->tracks->nights[place.night].failed++;
}

int points_read(struct database *database, const struct places *places, struct tracks *tracks,
	struct err *e)
{
	struct point_reading reading = { .places = places, .tracks = tracks };
	struct sqlite3_stmt *row;
	int more = database_function(
		database, "take_point", POINT_VALUES, &reading, take_point, e);

	if (more)
		return -1;
	row = database_query(database, e,
		"SELECT s.id, b.suite, b.name FROM series s"
		" JOIN benchmark b ON b.id = s.benchmark"
		" WHERE s.class = ? AND s.metric = 'time' ORDER BY b.suite, b.name",
		"t", tracks->class);
	while ((more = database_next(database, row, e)) > 0) {
		reading.suite = (const char *)sqlite3_column_text(row, 1);
		reading.name = (const char *)sqlite3_column_text(row, 2);
		reading.track = NULL;
		if (database_do(database, e,
			    "SELECT take_point(" POINT_COLUMNS ") FROM point WHERE series = ?",
			    "i", sqlite3_column_int64(row, 0)))
			return -1;
		end_track(&reading);
	}
	free(reading.beside);
	return more;
}
