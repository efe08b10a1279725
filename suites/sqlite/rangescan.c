/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/sqlite/shop.h"

/* b->arg neighbouring rows by primary key; result: a mix of two of their columns. */
static int setup(struct bd *b)
{
	int status = shop_open(
		b, NULL, "SELECT id, price FROM item WHERE id BETWEEN 101 AND 100 + ?");
	struct shop *s = b->state;

	if (!status)
		sqlite3_bind_int64(s->statement, 1, b->arg);
	b->items = (double)b->arg;
	return status;
}

static int verify(struct bd *b)
{
	struct shop *s = b->state;
	uint64_t mix = 0;

	for (long k = 100; k < 100 + b->arg; k++)
		mix = shop_mix(shop_mix(mix, s->items[k].id), s->items[k].price);
	return bd_expect(b, mix);
}

BD_FAMILY("RangeScan", shop_run, (10, 100, 800), .tags = "query", .setup = setup,
	.teardown = shop_teardown, .verify = verify)
