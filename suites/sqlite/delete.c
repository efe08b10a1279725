/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/sqlite/shop.h"

enum { ROWS = ITEMS / 5 };

/* Deletes each fifth row in a transaction, which is rolled back; result: a mix of their ids. */
static void run(struct bd *b, uint64_t n)
{
	struct shop *s = b->state;
	uint64_t mix = 0;

	for (uint64_t i = 0; i < n; i++) {
		shop_step(s->begin);
		mix = shop_fetch(s->statement);
		shop_step(s->rollback);
	}
	bd_result(b, mix);
}

static int setup(struct bd *b)
{
	return shop_open(b, "CREATE INDEX by_price ON item(price)",
		"DELETE FROM item WHERE id % 5 = 0 RETURNING id");
}

static int verify(struct bd *b)
{
	uint64_t mix = 0;

	for (int id = 5; id <= ITEMS; id += 5)
		mix = shop_mix(mix, id);
	return bd_expect(b, mix);
}

BD_BENCHMARK("Delete", run, .tags = "change,index", .items = ROWS, .setup = setup,
	.teardown = shop_teardown, .verify = verify)
