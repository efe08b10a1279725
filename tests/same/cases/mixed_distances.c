/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * clang makes a table of distances, of which those to its own section have no relocation.
 * compilers: clang
 * word: other
 */
#include "tests/same/cases/case.h"

static const struct constant {
	int a, b;
} one = { 4, 5 }, two = { 6, V };

static NOINLINE const void *pick(long i)
{
	switch (i) {
	case 0:
		return "a text";
	case 1:
		return &one;
	case 2:
		return "more";
	case 3:
		return &two;
	case 4:
		return "the last";
	default:
		return "none";
	}
}
CASE(bd_hash(pick(hide(3)), sizeof(struct constant), 0))
