/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 2: without PIE, an index that is counted from behind or before an array of another file.
 * flags: -fno-pie
 * link: -no-pie */
#include "tests/same/cases/case.h"
#ifdef SECOND
int before[100] = { 1 };
int days[12] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, V };
int after[100] = { 1 };
#else
extern int before[100], days[12], after[100];

static NOINLINE int month(int m)
{
	return days[m - 1];
}

static NOINLINE int all(void)
{
	int sum = 0;

	for (int i = 0; i < 12; i++)
		sum = sum * 3 + days[i];
	return sum;
}
CASE((uint64_t)(month((int)hide(12)) + all()))
#endif
