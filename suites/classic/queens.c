/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"

/* Solutions from one row on; the bits of each argument are columns under attack. */
static uint64_t place(unsigned all, unsigned columns, unsigned left, unsigned right)
{
	uint64_t count = 0;

	if (columns == all)
		return 1;
	for (unsigned open = all & ~(columns | left | right); open; open &= open - 1) {
		unsigned bit = open & -open;

		count += place(all, columns | bit, (left | bit) << 1, (right | bit) >> 1);
	}
	return count;
}

/* Counts the ways to place b->arg queens on a board of that size. */
static void run(struct bd *b, uint64_t n)
{
	uint64_t count = 0;

	for (uint64_t i = 0; i < n; i++) {
		count = place((1U << b->arg) - 1, 0, 0, 0);
		bd_keep(count);
	}
	bd_result(b, count);
}

static int verify(struct bd *b)
{
	/* Published: OEIS A000170. */
	static const uint64_t known[] = { 1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724 };

	return bd_expect(b, known[b->arg]);
}

BD_FAMILY("Queens", run, (8, 9, 10), .tags = "recursion,integer,search", .verify = verify)
