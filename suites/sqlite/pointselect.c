/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/sqlite/shop.h"

enum { LOOKUPS = 100 };

static int key(int k)
{
	return k * 7919 % ITEMS + 1;
}

/* 100 rows by primary key, with one prepared statement. */
static void run(struct bd *b, uint64_t n)
{
	struct shop *s = b->state;
	uint64_t mix = 0;

	for (uint64_t i = 0; i < n; i++) {
		mix = 0;
		for (int k = 0; k < LOOKUPS; k++) {
			sqlite3_bind_int(s->statement, 1, key(k));
			mix = shop_mix(mix, (int64_t)shop_fetch(s->statement));
		}
		bd_keep(mix);
	}
	bd_result(b, mix);
}

static int setup(struct bd *b)
{
	return shop_open(b, NULL, "SELECT price FROM item WHERE id = ?");
}

static int verify(struct bd *b)
{
	struct shop *s = b->state;
	uint64_t mix = 0;

	for (int k = 0; k < LOOKUPS; k++)
		mix = shop_mix(mix, s->items[key(k) - 1].price);
	return bd_expect(b, mix);
}

BD_BENCHMARK("PointSelect", run, .tags = "query", .items = LOOKUPS, .setup = setup,
	.teardown = shop_teardown, .verify = verify)
