/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/sqlite/shop.h"

static void rounded(sqlite3_context *context, int count, sqlite3_value **values)
{
	int price = sqlite3_value_int(values[0]), step = sqlite3_value_int(values[1]);

	(void)count;
	sqlite3_result_int(context, (price + step / 2) / step * step);
}

/* A function of ours, in C, called for each row. */
static int setup(struct bd *b)
{
	int status = shop_open(b, NULL, "SELECT 1");
	struct shop *s = b->state;

	if (status)
		return status;
	sqlite3_finalize(s->statement);
	s->statement = NULL;
	if (sqlite3_create_function(
		    s->db, "rounded", 2, SQLITE_UTF8, NULL, rounded, NULL, NULL) ||
		sqlite3_prepare_v2(s->db, "SELECT sum(rounded(price, 50)) FROM item", -1,
			&s->statement, NULL))
		return bd_skip(b, "sqlite: %s", sqlite3_errmsg(s->db));
	return 0;
}

static int verify(struct bd *b)
{
	struct shop *s = b->state;
	int64_t sum = 0;

	for (int k = 0; k < ITEMS; k++) {
		int rest = s->items[k].price % 50;

		sum += s->items[k].price - rest + (rest >= 25 ? 50 : 0);
	}
	return bd_expect(b, shop_mix(0, sum));
}

BD_BENCHMARK("UserFunction", shop_run, .tags = "query", .items = ITEMS, .setup = setup,
	.teardown = shop_teardown, .verify = verify)
