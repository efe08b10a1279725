/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/sqlite/shop.h"

/* Builds an index on 1,000 prices, asks through it, and rolls back; result: the answer. */
static void run(struct bd *b, uint64_t n)
{
	struct shop *s = b->state;
	uint64_t mix = 0;

	for (uint64_t i = 0; i < n; i++) {
		sqlite3_stmt *query = NULL;

		shop_step(s->begin);
		sqlite3_exec(
			s->db, "CREATE INDEX by_price ON item(price, id)", NULL, NULL, NULL);
		sqlite3_prepare_v2(s->db,
			"SELECT id FROM item INDEXED BY by_price WHERE price > 9900", -1,
			&query, NULL);
		mix = shop_fetch(query);
		sqlite3_finalize(query);
		shop_step(s->rollback);
	}
	bd_result(b, mix);
}

static int setup(struct bd *b)
{
	return shop_open(b, NULL, "SELECT 1");
}

/* By price, then by id. */
static int verify(struct bd *b)
{
	struct shop *s = b->state;
	uint64_t mix = 0;

	for (int price = 9901; price <= 10000; price++) {
		for (int k = 0; k < ITEMS; k++) {
			if (s->items[k].price == price)
				mix = shop_mix(mix, s->items[k].id);
		}
	}
	return bd_expect(b, mix);
}

BD_BENCHMARK("CreateIndex", run, .tags = "change,index", .items = ITEMS, .setup = setup,
	.teardown = shop_teardown, .verify = verify)
