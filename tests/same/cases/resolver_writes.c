/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What chooses a function for others writes what the benchmark reads.
 * compilers: gcc
 */
#include "tests/same/cases/case.h"

static int mode;
static int one(void)
{
	return 1;
}
static int (*choose(void))(void)
{
	mode = V * 3;
	return one;
}
int chosen(void) __attribute__((ifunc("choose")));
int also(void);
int also(void)
{
	return chosen();
}
CASE((uint64_t)mode)
