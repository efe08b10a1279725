/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pointers in data to the end of an array, where another object begins or the section ends. */
#include "tests/same/cases/case.h"

static const long numbers[4] = { 1, 2, 3, 4 * V }, behind[4] = { 9, 8, 7, 6 };
static const long *volatile const end = numbers + 4;

static NOINLINE uint64_t sum(void)
{
	const long *p = end;
	uint64_t h = 0;

	for (long n = hide(4); n; n--)
		h = h * 31 + (uint64_t) * --p;
	return h + (uint64_t)behind[hide(1)];
}
CASE(sum())
