/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/sqlite/shop.h"

enum { ROWS = 100 };

/* Every second row is there already, the others are new; rolled back; result: the prices. */
static void run(struct bd *b, uint64_t n)
{
	struct shop *s = b->state;
	uint64_t mix = 0;

	for (uint64_t i = 0; i < n; i++) {
		shop_step(s->begin);
		mix = 0;
		for (int k = 0; k < ROWS; k++) {
			sqlite3_bind_int(s->statement, 1, k % 2 ? ITEMS + k : k + 1);
			sqlite3_bind_int(s->statement, 2, k);
			mix = shop_mix(mix, (int64_t)shop_fetch(s->statement));
		}
		shop_step(s->rollback);
	}
	bd_result(b, mix);
}

static int setup(struct bd *b)
{
	return shop_open(b, NULL,
		"INSERT INTO item(id, price) VALUES(?, ?)"
		" ON CONFLICT(id) DO UPDATE SET price = price + excluded.price"
		" RETURNING price");
}

static int verify(struct bd *b)
{
	struct shop *s = b->state;
	uint64_t mix = 0;

	for (int k = 0; k < ROWS; k++)
		mix = shop_mix(mix, k % 2 ? k : s->items[k].price + k);
	return bd_expect(b, mix);
}

BD_BENCHMARK("Upsert", run, .tags = "change", .items = ROWS, .setup = setup,
	.teardown = shop_teardown, .verify = verify)
