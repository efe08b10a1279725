/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/sqlite/shop.h"

enum { ROWS = 100 };

static int key(int k)
{
	return k * 7919 % ITEMS + 1;
}

/*
 * 100 rows by primary key in a transaction, which is rolled back. The statement returns the new
 * price; result: a mix of these.
 */
static void run(struct bd *b, uint64_t n)
{
	struct shop *s = b->state;
	uint64_t mix = 0;

	for (uint64_t i = 0; i < n; i++) {
		shop_step(s->begin);
		mix = 0;
		for (int k = 0; k < ROWS; k++) {
			sqlite3_bind_int(s->statement, 1, k);
			sqlite3_bind_int(s->statement, 2, key(k));
			mix = shop_mix(mix, (int64_t)shop_fetch(s->statement));
		}
		shop_step(s->rollback);
	}
	bd_result(b, mix);
}

static int setup(struct bd *b)
{
	return shop_open(
		b, NULL, "UPDATE item SET price = price * 2 + ? WHERE id = ? RETURNING price");
}

static int verify(struct bd *b)
{
	struct shop *s = b->state;
	uint64_t mix = 0;

	for (int k = 0; k < ROWS; k++)
		mix = shop_mix(mix, s->items[key(k) - 1].price * 2 + k);
	return bd_expect(b, mix);
}

BD_BENCHMARK("Update", run, .tags = "change", .items = ROWS, .setup = setup,
	.teardown = shop_teardown, .verify = verify)
