/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A pointer to the end of the last data, where an array of the linker begins.
 * compilers: clang */
#include "tests/same/cases/case.h"

static long numbers[8] = { 1, 2, 3, 4, 5, 6, 7, 8 * V };
static long *volatile const end = numbers + 8;

static NOINLINE uint64_t sum(void)
{
	uint64_t h = 0;

	for (long *p = end, n = hide(8); n; n--)
		h = h * 31 + (uint64_t) * --p;
	return h;
}
CASE(sum())
