/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/sqlite/shop.h"

/* 500 steps of a recursive table: Fibonacci numbers. */
static int setup(struct bd *b)
{
	return shop_open(b, NULL,
		"WITH RECURSIVE fibonacci(n, a, b) AS (VALUES(1, 0, 1) UNION ALL SELECT n + 1, "
		"b, (a + b) % 1000003 FROM fibonacci WHERE n < 500) SELECT a FROM fibonacci");
}

static int verify(struct bd *b)
{
	uint64_t mix = 0;
	int64_t last = 0, next = 1;

	for (int k = 0; k < 500; k++) {
		int64_t sum = (last + next) % 1000003;

		mix = shop_mix(mix, last);
		last = next;
		next = sum;
	}
	return bd_expect(b, mix);
}

BD_BENCHMARK("RecursiveQuery", shop_run, .tags = "query,recursion", .items = 500,
	.setup = setup, .teardown = shop_teardown, .verify = verify)
