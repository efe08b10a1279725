/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/sqlite/shop.h"

/* All items of each category through an index that has no prices: back to the table. */
static void run(struct bd *b, uint64_t n)
{
	struct shop *s = b->state;
	uint64_t mix = 0;

	for (uint64_t i = 0; i < n; i++) {
		mix = 0;
		for (int c = 1; c <= CATEGORIES; c++) {
			sqlite3_bind_int(s->statement, 1, c);
			mix = shop_mix(mix, (int64_t)shop_fetch(s->statement));
		}
		bd_keep(mix);
	}
	bd_result(b, mix);
}

static int setup(struct bd *b)
{
	return shop_open(b, "CREATE INDEX by_category ON item(category)",
		"SELECT sum(price) FROM item WHERE category = ?");
}

static int verify(struct bd *b)
{
	struct shop *s = b->state;
	uint64_t mix = 0;

	for (int c = 1; c <= CATEGORIES; c++) {
		int64_t sum = 0;

		for (int k = 0; k < ITEMS; k++)
			sum += s->items[k].category == c ? s->items[k].price : 0;
		mix = shop_mix(mix, sum);
	}
	return bd_expect(b, mix);
}

BD_BENCHMARK("IndexSelect", run, .tags = "query,index", .items = ITEMS, .setup = setup,
	.teardown = shop_teardown, .verify = verify)
