/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"

static uint64_t ackermann(uint64_t m, uint64_t n)
{
	if (m == 0)
		return n + 1;
	if (n == 0)
		return ackermann(m - 1, 1);
	return ackermann(m - 1, ackermann(m, n - 1));
}

/* A(3, b->arg): deep recursion, nothing else. */
static void run(struct bd *b, uint64_t n)
{
	uint64_t value = 0;

	for (uint64_t i = 0; i < n; i++) {
		value = ackermann(3, (uint64_t)b->arg);
		bd_keep(value);
	}
	bd_result(b, value);
}

static int verify(struct bd *b)
{
	/* The closed form of A(3, n). */
	return bd_expect(b, ((uint64_t)1 << (b->arg + 3)) - 3);
}

BD_FAMILY("Ackermann", run, (4, 6), .tags = "recursion", .verify = verify)
