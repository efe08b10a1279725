/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/store/read.h"

#include <math.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "harness/base/hash.h"

static const char *text_at(struct sqlite3_stmt *row, int column)
{
	return (const char *)sqlite3_column_text(row, column);
}

static char *copy_at(struct sqlite3_stmt *row, int column)
{
	const char *text = text_at(row, column);

	return text ? memory_text(text) : NULL;
}

/* 0 for an empty text. */
static uint64_t hash_at(struct sqlite3_stmt *row, int column)
{
	const char *text = text_at(row, column);

	return text && *text ? bd_fnv1a(text, strlen(text), 0) : 0;
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

static void add_night(struct lines_of *lines, struct sqlite3_stmt *row)
{
	struct line_night *night = lines_of_add_night(lines);

	night->run = sqlite3_column_int64(row, 0);
	night->started = sqlite3_column_int64(row, 1);
	night->revision = copy_at(row, 2);
	night->subject = copy_at(row, 3);
	night->height =
		sqlite3_column_type(row, 4) == SQLITE_NULL ? -1 : sqlite3_column_int64(row, 4);
	night->machine = (uint64_t)sqlite3_column_int64(row, 5);
	night->machine_text = copy_at(row, 6);
	night->launches = sqlite3_column_int64(row, 7);
	night->disturbed = sqlite3_column_int64(row, 8);
}

static int read_nights(
	struct store *store, const char *class, struct lines_of *lines, struct err *e)
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
		add_night(lines, row);
	return more;
}

/* The place of each run among the nights, by its id; UINT32_MAX: it is none of them. */
static uint32_t *places_of(const struct lines_of *lines, int64_t *most)
{
	uint32_t *places;

	*most = 0;
	for (size_t i = 0; i < lines->night_count; i++)
		*most = lines->nights[i].run > *most ? lines->nights[i].run : *most;
	places = memory_zeroed((size_t)*most + 1, sizeof(*places));
	memset(places, 0xFF, ((size_t)*most + 1) * sizeof(*places));
	for (size_t i = 0; i < lines->night_count; i++)
		places[lines->nights[i].run] = (uint32_t)i;
	return places;
}

static int by_night(const void *a, const void *b)
{
	const struct line_point *x = a, *y = b;

	return (x->night > y->night) - (x->night < y->night);
}

static void add_point(struct line *line, struct sqlite3_stmt *row, uint32_t night)
{
	struct line_point *point = line_add(line);

	point->night = night;
	point->level = sqlite3_column_double(row, 2);
	point->se = sqlite3_column_type(row, 3) == SQLITE_NULL ? NAN
							       : sqlite3_column_double(row, 3);
	point->code = hash_at(row, 4);
	point->definition = hash_at(row, 5);
	point->toolchain = sqlite3_column_int64(row, 6);
	point->launches = (uint32_t)sqlite3_column_int64(row, 7);
}

static int read_points(
	struct store *store, const char *class, struct lines_of *lines, struct err *e)
{
	int64_t most, series = -1, id;
	uint32_t *places = places_of(lines, &most);
	struct line *line = NULL;
	struct sqlite3_stmt *row = database_query(&store->database, e,
		"SELECT p.series, p.run, p.level, p.se, p.code, p.definition, p.toolchain,"
		" p.launches, b.suite, b.name FROM series s JOIN benchmark b ON b.id = "
		"s.benchmark"
		" JOIN point p ON p.series = s.id WHERE s.class = ? AND s.metric = 'time'"
		" ORDER BY b.suite, b.name, p.run",
		"t", class);
	int more = row ? 1 : -1;

	while (more > 0 && (more = database_next(&store->database, row, e)) > 0) {
		int64_t run = sqlite3_column_int64(row, 1);
		uint32_t night = run <= most ? places[run] : UINT32_MAX;

		if (night == UINT32_MAX)
			continue;
		id = sqlite3_column_int64(row, 0);
		if (id != series)
			line = lines_of_add(lines, text_at(row, 8), text_at(row, 9));
		series = id;
		if (sqlite3_column_type(row, 2) == SQLITE_NULL)
			lines->nights[night].failed++;
		else
			add_point(line, row, night);
	}
	for (size_t i = 0; i < lines->line_count; i++)
		if (lines->lines[i].count)
			qsort(lines->lines[i].points, lines->lines[i].count,
				sizeof(struct line_point), by_night);
	free(places);
	return more;
}

int store_read(struct store *store, const char *class, struct lines_of *lines, struct err *e)
{
	*lines = (struct lines_of){ .class = memory_text(class) };
	return read_nights(store, class, lines, e) || read_points(store, class, lines, e) ? -1
											  : 0;
}
