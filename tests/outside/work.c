/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <bdriver/bench.h>

unsigned work_first(unsigned x);
unsigned work_second(unsigned x);

static void work(struct bd *b, uint64_t n)
{
	unsigned result = 0;

	for (uint64_t i = 0; i < n; i++)
		bd_keep(result = work_second(work_first(1)));
	bd_result(b, result);
}

BD_BENCHMARK("Work", work)
