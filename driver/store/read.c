/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/store/read.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "driver/store/points.h"

/* The logs of a night are from half a day. */
#define NIGHT_SECONDS 43200

static const char *text_at(struct sqlite3_stmt *row, int column)
{
	return (const char *)sqlite3_column_text(row, column);
}

int store_classes(struct store *store, struct string_list *classes, struct err *e)
{
	struct sqlite3_stmt *row = database_query(&store->database, e,
		"SELECT DISTINCT m.class FROM run r JOIN machine m ON m.id = r.machine"
		" WHERE r.role = 'now' ORDER BY 1",
		"");
	int more;

	while ((more = database_next(&store->database, row, e)) > 0)
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
	const char *revision = text_at(row, 2);
	int64_t series;
	int shared = 0;

	if ((uint64_t)sqlite3_column_int64(row, 5) != night->machine ||
		sqlite3_column_int64(row, 1) - night->started > NIGHT_SECONDS ||
		strcmp(revision ?: "", night->revision ?: "") != 0)
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
		"WITH night AS (SELECT r.id, r.started, r.launches, r.disturbed, v.hash, "
		"v.subject, v.height, m.id AS m,"
		" m.fingerprint FROM run r JOIN machine m ON m.id = r.machine"
		" LEFT JOIN revision v ON v.id = r.revision"
		" WHERE r.role = 'now' AND m.class = ?)"
		" SELECT id, started, hash, subject, height, m, fingerprint, launches, "
		"disturbed"
		" FROM night ORDER BY iif((SELECT count(*) = count(height) FROM night), "
		"height, 0),"
		" started, id",
		"t", class);
	int more;

	while ((more = database_next(&store->database, row, e)) > 0)
		if (add_run(store, tracks, places, row, e))
			more = -1;
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

int store_read(struct store *store, const char *class, struct tracks *tracks,
	bool (*only)(void *ctx, const struct track *track), void *ctx, struct err *e)
{
	struct places places = { 0 };
	int rc;

	*tracks = (struct tracks){ .class = memory_text(class) };
	rc = read_nights(store, class, tracks, &places, e);
	rc = rc ? rc : read_beside(store, &places, e);
	rc = rc ? rc : points_read(&store->database, &places, tracks, only, ctx, e);
	free(places.list);
	return rc;
}
