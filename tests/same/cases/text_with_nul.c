/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A text with a NUL is not merged: it stands in the section of the table of distances.
 * compilers: clang
 */
#include "tests/same/cases/case.h"

static NOINLINE const char *name(long i)
{
	switch (i) {
	case 0:
		return "zero";
	case 1:
		return "one";
	case 2:
		return WORD("two\0more", "two\0less");
	case 3:
		return "three";
	default:
		return "none";
	}
}
CASE(bd_hash(name(hide(2)), 8, 0))
