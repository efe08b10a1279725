/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/sqlite/shop.h"

/* A query of its own for each category, through an index. */
static int setup(struct bd *b)
{
	return shop_open(b, "CREATE INDEX by_category ON item(category, price)",
		"SELECT id, (SELECT count(*) FROM item WHERE category = c.id AND price > 100 * "
		"c.tax) FROM category c ORDER BY id");
}

static int verify(struct bd *b)
{
	struct shop *s = b->state;
	uint64_t mix = 0;

	for (int c = 1; c <= CATEGORIES; c++) {
		int64_t count = 0;

		for (int k = 0; k < ITEMS; k++)
			count += s->items[k].category == c &&
				 s->items[k].price > 100 * s->tax[c - 1];
		mix = shop_mix(shop_mix(mix, c), count);
	}
	return bd_expect(b, mix);
}

BD_BENCHMARK("SubQuery", shop_run, .tags = "query,index", .items = ITEMS, .setup = setup,
	.teardown = shop_teardown, .verify = verify)
