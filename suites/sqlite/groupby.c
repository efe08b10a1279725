/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/sqlite/shop.h"

/* Groups without an index: sqlite sorts first. */
static int setup(struct bd *b)
{
	return shop_open(b, NULL,
		"SELECT category, count(*), sum(price), max(price) FROM item GROUP BY "
		"category");
}

static int verify(struct bd *b)
{
	struct shop *s = b->state;
	uint64_t mix = 0;

	for (int c = 1; c <= CATEGORIES; c++) {
		int64_t count = 0, sum = 0, most = 0;

		for (int k = 0; k < ITEMS; k++) {
			if (s->items[k].category != c)
				continue;
			count++;
			sum += s->items[k].price;
			most = s->items[k].price > most ? s->items[k].price : most;
		}
		mix = shop_mix(shop_mix(shop_mix(shop_mix(mix, c), count), sum), most);
	}
	return bd_expect(b, mix);
}

BD_BENCHMARK("GroupBy", shop_run, .tags = "query,sort", .items = ITEMS, .setup = setup,
	.teardown = shop_teardown, .verify = verify)
