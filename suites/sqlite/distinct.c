/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/sqlite/shop.h"

#include <string.h>

/* Two sets of different values. */
static int setup(struct bd *b)
{
	return shop_open(b, NULL,
		"SELECT count(DISTINCT name), count(DISTINCT category * 100 + price % 100) "
		"FROM item");
}

static int64_t differing(const struct shop *s, int by_name)
{
	int64_t count = 0;

	for (int k = 0; k < ITEMS; k++) {
		const struct item *a = &s->items[k];
		int seen = 0;

		for (int j = 0; j < k && !seen; j++) {
			const struct item *o = &s->items[j];

			seen = by_name ? strcmp(a->name, o->name) == 0
				       : a->category == o->category &&
						 a->price % 100 == o->price % 100;
		}
		count += !seen;
	}
	return count;
}

static int verify(struct bd *b)
{
	int64_t names = differing(b->state, 1), pairs = differing(b->state, 0);

	return bd_expect(b, shop_mix(shop_mix(0, names), pairs));
}

BD_BENCHMARK("Distinct", shop_run, .tags = "query,sort", .items = ITEMS, .setup = setup,
	.teardown = shop_teardown, .verify = verify)
