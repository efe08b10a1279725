/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An address before an array lies in the jump table of another function.
 * flags: -fno-toplevel-reorder
 * compilers: gcc */
#include "tests/same/cases/case.h"

NOINLINE uint64_t step(int i, uint64_t x);
NOINLINE uint64_t step(int i, uint64_t x)
{
	switch (i) {
	case 0:
		return x + 3;
	case 1:
		return x * 7;
	case 2:
		return x ^ 99;
	case 3:
		return x - bd_hash("x", 1, x);
	case 4:
		return ~x;
	case 5:
		return x << 3;
	case 6:
		return x / 5;
	default:
		return x;
	}
}

static const int table[5] = { 1, 2, V, 4, 5 };

static NOINLINE uint64_t sum(long n)
{
	uint64_t h = 0;

	for (long i = 1; i <= n; i++) {
		h = h * 31 + (uint64_t)table[i - 1];
		bd_keep(h);
	}
	return h;
}
CASE(sum(hide(5)))
