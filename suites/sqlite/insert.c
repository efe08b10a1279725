/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/sqlite/shop.h"

static void insert(struct shop *s, long k)
{
	const struct item *item = &s->items[k];

	sqlite3_bind_int(s->statement, 1, ITEMS + item->id);
	sqlite3_bind_int(s->statement, 2, item->category);
	sqlite3_bind_int(s->statement, 3, item->price);
	sqlite3_bind_text(s->statement, 4, item->name, -1, SQLITE_STATIC);
	shop_step(s->statement);
}

/*
 * b->arg rows in one transaction, which is rolled back: each iteration finds the same table.
 * Result: the last id and the number of changes.
 */
static void run(struct bd *b, uint64_t n)
{
	struct shop *s = b->state;
	int before = 0, changes = 0;

	for (uint64_t i = 0; i < n; i++) {
		before = sqlite3_total_changes(s->db);
		shop_step(s->begin);
		for (long k = 0; k < b->arg; k++)
			insert(s, k);
		changes = sqlite3_total_changes(s->db) - before;
		shop_step(s->rollback);
	}
	bd_result(b, (uint64_t)sqlite3_last_insert_rowid(s->db) * 100000 + (uint64_t)changes);
}

static int setup(struct bd *b)
{
	b->items = (double)b->arg;
	return shop_open(b, NULL, "INSERT INTO item VALUES(?, ?, ?, ?)");
}

/* Once more, but kept, to see what the rows became. */
static int verify(struct bd *b)
{
	struct shop *s = b->state;
	uint64_t mix = 0;

	for (long k = 0; k < b->arg; k++) {
		insert(s, k);
		mix = shop_mix(mix, s->items[k].price);
	}
	sqlite3_finalize(s->statement);
	s->statement = NULL;
	if (sqlite3_prepare_v2(s->db, "SELECT price FROM item WHERE id > ? ORDER BY id", -1,
		    &s->statement, NULL))
		return bd_wrong(b, "sqlite: %s", sqlite3_errmsg(s->db));
	sqlite3_bind_int(s->statement, 1, ITEMS);
	if (shop_fetch(s->statement) != mix)
		return bd_wrong(b, "the rows are not as they were inserted");
	return bd_expect(b, (uint64_t)(ITEMS + b->arg) * 100000 + (uint64_t)b->arg);
}

BD_FAMILY("Insert", run, (10, 100, 500), .tags = "change", .setup = setup,
	.teardown = shop_teardown, .verify = verify)
