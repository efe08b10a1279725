/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/sqlite/shop.h"

enum { ROWS = 200 };

static void insert(struct shop *s, int k)
{
	const struct item *item = &s->items[k * 3];

	sqlite3_bind_int(s->statement, 1, item->category);
	sqlite3_bind_int(s->statement, 2, item->price);
	sqlite3_bind_text(s->statement, 3, item->name, -1, SQLITE_STATIC);
	shop_step(s->statement);
}

/* 200 rows into a table with two indexes, then rolled back; result: the number of changes. */
static void run(struct bd *b, uint64_t n)
{
	struct shop *s = b->state;
	uint64_t result = 0;

	for (uint64_t i = 0; i < n; i++) {
		int before = sqlite3_total_changes(s->db);

		shop_step(s->begin);
		for (int k = 0; k < ROWS; k++)
			insert(s, k);
		result = (uint64_t)sqlite3_last_insert_rowid(s->db) * 100000 +
			 (uint64_t)(sqlite3_total_changes(s->db) - before);
		shop_step(s->rollback);
	}
	bd_result(b, result);
}

static int setup(struct bd *b)
{
	return shop_open(b,
		"CREATE INDEX by_name ON item(name); CREATE INDEX by_price ON item(price)",
		"INSERT INTO item(category, price, name) VALUES(?, ?, ?)");
}

static int check(void *found, int columns, char **values, char **names)
{
	(void)names;
	*(int *)found = columns == 1 && values[0][0] == 'o' && values[0][1] == 'k';
	return 0;
}

/* Once more, but kept: sqlite itself checks tables against indexes. */
static int verify(struct bd *b)
{
	struct shop *s = b->state;
	int fine = 0;

	for (int k = 0; k < ROWS; k++)
		insert(s, k);
	if (sqlite3_exec(s->db, "PRAGMA integrity_check", check, &fine, NULL) || !fine)
		return bd_wrong(b, "sqlite finds its indexes damaged");
	return bd_expect(b, (uint64_t)(ITEMS + ROWS) * 100000 + ROWS);
}

BD_BENCHMARK("InsertIndexed", run, .tags = "change,index", .items = ROWS, .setup = setup,
	.teardown = shop_teardown, .verify = verify)
