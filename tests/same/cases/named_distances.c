/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * clang makes a named table of distances of an array of pointers.
 * compilers: clang
 * relocations: none
 * link: -fuse-ld=bfd
 */
#include "tests/same/cases/case.h"

static NOINLINE const char *name(long i)
{
	static const char *const names[] = { "zero", "one", "two", WORD("three", "drei!"),
		"four" };

	return names[i];
}
CASE(bd_hash(name(hide(3)), 5, 0))
