/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <bdriver/bench.h>

static void count(struct bd *b, uint64_t n)
{
	uint64_t sum = 0;

	for (uint64_t i = 0; i < n; i++) {
		sum = 0;
		for (uint64_t k = 0; k < 1000; k++)
			bd_keep(sum += k);
	}
	bd_result(b, sum);
}

static int check(struct bd *b)
{
	return bd_expect(b, 499500);
}

BD_BENCHMARK("Count", count, .verify = check)
