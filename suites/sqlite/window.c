/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/sqlite/shop.h"

/* A running total in each category. */
static int setup(struct bd *b)
{
	return shop_open(b, NULL,
		"SELECT sum(price) OVER (PARTITION BY category ORDER BY id) FROM item");
}

static int verify(struct bd *b)
{
	struct shop *s = b->state;
	uint64_t mix = 0;

	for (int c = 1; c <= CATEGORIES; c++) {
		int64_t total = 0;

		for (int k = 0; k < ITEMS; k++) {
			if (s->items[k].category == c)
				mix = shop_mix(mix, total += s->items[k].price);
		}
	}
	return bd_expect(b, mix);
}

BD_BENCHMARK("WindowSum", shop_run, .tags = "query,window", .items = ITEMS, .setup = setup,
	.teardown = shop_teardown, .verify = verify)
