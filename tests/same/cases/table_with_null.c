/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A null pointer in a table without a name is not its end.
 * compilers: clang
 */
#include "tests/same/cases/case.h"

static NOINLINE const char *name(long i)
{
	switch (i) {
	case 0:
		return "zero";
	case 1:
		return NULL;
	case 2:
		return "two";
	case 3:
		return WORD("three", "drei");
	default:
		return NULL;
	}
}
CASE(bd_hash(name(hide(3)), 4, 0))
