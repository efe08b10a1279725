/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A small shop in memory that all benchmarks of this suite query:
 *	item(id INTEGER PRIMARY KEY, category, price, name), category(id INTEGER PRIMARY KEY,
 *tax) Its items are also there as a C array, from which verify computes what SQL must give.
 */
#ifndef SUITES_SQLITE_SHOP_H
#define SUITES_SQLITE_SHOP_H

#include "harness/bench.h"
#include "suites/text.h"

#include <sqlite3.h>
#include <stdlib.h>

enum { ITEMS = 1000, CATEGORIES = 20 };

struct item {
	int id, category, price;
	char name[2 * TEXT_LONGEST + 2];
};

struct shop {
	sqlite3 *db;
	sqlite3_stmt *statement, *begin, *rollback;
	struct item items[ITEMS]; /* items[k].id == k + 1 */
	int tax[CATEGORIES];      /* of category k + 1 */
};

static inline void shop_invent(struct shop *s)
{
	uint64_t random = 1;

	for (int k = 0; k < CATEGORIES; k++)
		s->tax[k] = 1 + (int)(bd_random(&random) % 30);
	for (int k = 0; k < ITEMS; k++) {
		struct item *item = &s->items[k];
		size_t length = text_word(item->name, text_pick(&random));

		item->name[length++] = ' ';
		length += text_word(item->name + length, text_pick(&random));
		item->name[length] = '\0';
		item->id = k + 1;
		item->category = 1 + (int)(bd_random(&random) % CATEGORIES);
		item->price = 1 + (int)(bd_random(&random) % 10000);
	}
}

/* Steps once through a statement without rows, returns 0 if it is done. */
static inline int shop_step(sqlite3_stmt *statement)
{
	int code = sqlite3_step(statement);

	sqlite3_reset(statement);
	return code == SQLITE_DONE ? 0 : -1;
}

static inline int shop_fill(struct shop *s)
{
	sqlite3_stmt *item = NULL, *category = NULL;
	int bad = sqlite3_prepare_v2(
			  s->db, "INSERT INTO item VALUES(?, ?, ?, ?)", -1, &item, NULL) ||
		  sqlite3_prepare_v2(
			  s->db, "INSERT INTO category VALUES(?, ?)", -1, &category, NULL);

	for (int k = 0; !bad && k < CATEGORIES; k++) {
		sqlite3_bind_int(category, 1, k + 1);
		sqlite3_bind_int(category, 2, s->tax[k]);
		bad = shop_step(category);
	}
	for (int k = 0; !bad && k < ITEMS; k++) {
		sqlite3_bind_int(item, 1, s->items[k].id);
		sqlite3_bind_int(item, 2, s->items[k].category);
		sqlite3_bind_int(item, 3, s->items[k].price);
		sqlite3_bind_text(item, 4, s->items[k].name, -1, SQLITE_STATIC);
		bad = shop_step(item);
	}
	sqlite3_finalize(item);
	sqlite3_finalize(category);
	return bad;
}

/*
 * Opens the shop into b->state, runs the SQL of more (an index, say; NULL: nothing) and
 * prepares the statement. Returns 0, or what bd_skip() gives.
 */
static inline int shop_open(struct bd *b, const char *more, const char *statement)
{
	struct shop *s = b->state = bd_alloc(sizeof(*s));

	shop_invent(s);
	if (sqlite3_open(":memory:", &s->db) ||
		sqlite3_exec(s->db,
			"CREATE TABLE item(id INTEGER PRIMARY KEY, category INTEGER,"
			" price INTEGER, name TEXT);"
			"CREATE TABLE category(id INTEGER PRIMARY KEY, tax INTEGER); BEGIN",
			NULL, NULL, NULL) ||
		shop_fill(s) || sqlite3_exec(s->db, "COMMIT", NULL, NULL, NULL) ||
		sqlite3_exec(s->db, more ? more : "", NULL, NULL, NULL) ||
		sqlite3_prepare_v2(s->db, "BEGIN", -1, &s->begin, NULL) ||
		sqlite3_prepare_v2(s->db, "ROLLBACK", -1, &s->rollback, NULL) ||
		sqlite3_prepare_v2(s->db, statement, -1, &s->statement, NULL))
		return bd_skip(b, "sqlite: %s", sqlite3_errmsg(s->db));
	return 0;
}

/* For .teardown. */
static inline void shop_teardown(struct bd *b)
{
	struct shop *s = b->state;

	sqlite3_finalize(s->statement);
	sqlite3_finalize(s->begin);
	sqlite3_finalize(s->rollback);
	sqlite3_close(s->db);
	free(s);
}

/* Adds one number to the mix of all numbers of a result, for which the order counts. */
static inline uint64_t shop_mix(uint64_t mix, int64_t value)
{
	return mix * 31 + (uint64_t)value;
}

/* Reads all rows, mixes all their columns (numbers), 0 after an error. */
static inline uint64_t shop_fetch(sqlite3_stmt *statement)
{
	int columns = sqlite3_column_count(statement), code;
	uint64_t mix = 0;

	while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
		for (int k = 0; k < columns; k++)
			mix = shop_mix(mix, sqlite3_column_int64(statement, k));
	}
	sqlite3_reset(statement);
	return code == SQLITE_DONE ? mix : 0;
}

/* The usual .run: fetches the prepared statement's rows; result: their mix. */
static inline void shop_run(struct bd *b, uint64_t n)
{
	struct shop *s = b->state;
	uint64_t mix = 0;

	for (uint64_t i = 0; i < n; i++) {
		mix = shop_fetch(s->statement);
		bd_keep(mix);
	}
	bd_result(b, mix);
}

#endif
