/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/store/points.h"

#include <math.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "compare/base/memory.h"
#include "driver/history/tracks.h"
#include "harness/base/hash.h"

/* Of the program that wrote it: a database does not change its kind of machine. */
struct packed {
	double level, se; /* NAN: it failed; not known */
	uint64_t code, definition;
	uint32_t series, launches, toolchain;
	uint32_t check; /* of what stands before it; 0: an older program packed it */
};

static uint32_t check_of(const struct packed *one)
{
	return (uint32_t)XXH3_64bits(one, offsetof(struct packed, check)) | 1;
}

/* 0 for an empty text. */
static uint64_t hash_at(struct sqlite3_stmt *row, int column)
{
	const void *text = sqlite3_column_blob(row, column);
	size_t size = (size_t)sqlite3_column_bytes(row, column);

	return size ? bd_fnv1a(text, size, 0) : 0;
}

static double real_at(struct sqlite3_stmt *row, int column)
{
	return sqlite3_column_type(row, column) == SQLITE_NULL
		       ? NAN
		       : sqlite3_column_double(row, column);
}

static int pack(struct database *database, int64_t run, struct err *e)
{
	struct sqlite3_stmt *row = database_query(database, e,
		"SELECT level, se, code, definition, series, launches, toolchain FROM point"
		" WHERE run = ? ORDER BY series",
		"i", run);
	AUTO_FREE struct packed *list = NULL;
	size_t count = 0, capacity = 0;
	int more;

	while ((more = database_next(database, row, e)) > 0) {
		struct packed *one = ARRAY_ADD(list, count, capacity);

		*one = (struct packed){ .level = real_at(row, 0),
			.se = real_at(row, 1),
			.code = hash_at(row, 2),
			.definition = hash_at(row, 3),
			.series = (uint32_t)sqlite3_column_int64(row, 4),
			.launches = (uint32_t)sqlite3_column_int64(row, 5),
			.toolchain = (uint32_t)sqlite3_column_int64(row, 6) };
		one->check = check_of(one);
	}
	return more ? -1
		    : database_do(database, e, "UPDATE run SET packed = ? WHERE id = ?", "bi",
			      list ? (const void *)list : "", count * sizeof(*list), run);
}

int points_pack(struct database *database, struct err *e)
{
	int64_t run;
	int more;

	while ((more = database_integer(database, &run, e,
			"SELECT id FROM run WHERE packed IS NULL LIMIT 1", "")) > 0)
		if (pack(database, run, e))
			return -1;
	return more;
}

/* While points are read. */
struct reading {
	struct tracks *tracks;
	size_t *track; /* by the id of its series; + 1; 0: of another class; owned */
	size_t count;
};

static int read_series(struct database *database, struct reading *reading, struct err *e)
{
	struct sqlite3_stmt *row;
	int64_t most = 0;
	int more = database_integer(database, &most, e, "SELECT max(id) FROM series", "");

	if (more < 0)
		return -1;
	reading->count = (size_t)most + 1;
	reading->track = memory_zeroed(reading->count, sizeof(*reading->track));
	row = database_query(database, e,
		"SELECT s.id, b.suite, b.name FROM series s"
		" JOIN benchmark b ON b.id = s.benchmark"
		" WHERE s.class = ? AND s.metric = 'time' AND EXISTS (SELECT 1 FROM point p"
		" JOIN run r ON r.id = p.run WHERE p.series = s.id AND r.role <> 'other')"
		" ORDER BY b.suite, b.name",
		"t", reading->tracks->class);
	while ((more = database_next(database, row, e)) > 0) {
		tracks_add(reading->tracks, database_text(row, 1), database_text(row, 2));
		reading->track[sqlite3_column_int64(row, 0)] = reading->tracks->track_count;
	}
	return more;
}

static void put_beside(
	struct track *track, const struct packed *from, const struct place *place)
{
	struct track_point *point = track_at(track, place->night);
	struct track_beside *beside = point && !isnan(from->level) ? track_beside(point) : NULL;

	if (beside && place->role == ROLE_ANCHOR) {
		beside->anchor = from->level;
		beside->anchor_se = from->se;
		beside->anchor_code = from->code;
	} else if (beside) {
		beside->before = from->level;
		beside->before_code = from->code;
	}
}

static void take(struct reading *reading, const struct packed *from, const struct place *place)
{
	struct tracks *tracks = reading->tracks;
	struct track *track;
	struct track_point *point;

	if (from->series >= reading->count || !reading->track[from->series])
		return;
	track = &tracks->tracks[reading->track[from->series] - 1];
	if (place->role == ROLE_NOW && isnan(from->level))
		tracks->nights[place->night].failed++;
	if (place->role != ROLE_NOW) {
		put_beside(track, from, place);
	} else if (!isnan(from->level)) {
		if (!track->capacity)
			track->points = memory_grow(
				NULL, &track->capacity, tracks->night_count, sizeof(*point));
		point = track_add(track);
		*point = (struct track_point){ from->level, from->se, from->code,
			from->definition, place->night,
			from->launches < TRACK_LAUNCHES_MOST ? from->launches
							     : TRACK_LAUNCHES_MOST,
			from->toolchain, NULL };
	}
}

static int read_run(struct database *database, struct reading *reading,
	const struct place *place, struct err *e)
{
	struct sqlite3_stmt *row = database_query(
		database, e, "SELECT packed FROM run WHERE id = ?", "i", place->run);
	int more;

	while ((more = database_next(database, row, e)) > 0) {
		const char *bytes = sqlite3_column_blob(row, 0);
		size_t size = (size_t)sqlite3_column_bytes(row, 0);
		struct packed one;

		for (size_t at = 0; at + sizeof(one) <= size; at += sizeof(one)) {
			memcpy(&one, bytes + at, sizeof(one));
			if (one.check && one.check != check_of(&one))
				return database_damaged(database,
					"points of a night are not as they were stored", e);
			take(reading, &one, place);
		}
	}
	return more;
}

int points_read(struct database *database, const struct places *places, struct tracks *tracks,
	struct err *e)
{
	struct reading reading = { .tracks = tracks };
	int rc = read_series(database, &reading, e);

	for (size_t i = 0; !rc && i < places->count; i++)
		rc = read_run(database, &reading, &places->list[i], e);
	for (size_t i = 0; i < tracks->track_count; i++)
		anchor_apply(&tracks->tracks[i]);
	free(reading.track);
	return rc;
}
