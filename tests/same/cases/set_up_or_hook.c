/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was done once in the set-up is done before each sample. */
#include "tests/same/cases/case.h"

static uint64_t count;

NOINLINE int prepare(struct bd *b)
{
	count++;
	return 0;
}
static int set_up(struct bd *b)
{
	return prepare(b);
}
static void before(struct bd *b, uint64_t n)
{
	prepare(b);
}
static void run_case(struct bd *b, uint64_t n)
{
	for (uint64_t i = 0; i < n; i++)
		bd_clobber();
	bd_result(b, count);
}
#if V == 1
BD_BENCHMARK("Case", run_case, .setup = set_up)
#else
BD_BENCHMARK("Case", run_case, .before_sample = before)
#endif
