/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 1: an address taken through the symbol of a section, moved by a part of an index. */
#include "tests/same/cases/case.h"

static const double first[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };
static const double table[8] = { V, 2, 3, 4, 5, 6, 7, 8 };

NOINLINE double get(int i);
NOINLINE double get(int i)
{
	return first[i & 7] + table[i & 7];
}

static NOINLINE double sum(long n)
{
	double s = 0;

	for (long i = 1; i <= n; i++) {
		s = s * 3 + table[i - 1];
		bd_keep(s);
	}
	return s;
}
CASE((uint64_t)sum(hide(8)))
