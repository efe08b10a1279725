/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/sqlite/shop.h"

/* Each item looks up its category by primary key. */
static int setup(struct bd *b)
{
	return shop_open(b, NULL,
		"SELECT sum(price * tax) FROM item JOIN category ON category.id = "
		"item.category");
}

static int verify(struct bd *b)
{
	struct shop *s = b->state;
	int64_t sum = 0;

	for (int k = 0; k < ITEMS; k++)
		sum += (int64_t)s->items[k].price * s->tax[s->items[k].category - 1];
	return bd_expect(b, shop_mix(0, sum));
}

BD_BENCHMARK("Join", shop_run, .tags = "query,join", .items = ITEMS, .setup = setup,
	.teardown = shop_teardown, .verify = verify)
