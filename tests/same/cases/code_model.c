/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Data that count from the loader's table, as the linker filled in.
 * compilers: gcc
 * flags: -fPIE -mcmodel=large
 * relocations: none
 */
#include "tests/same/cases/case.h"

static const int big[20000] = { 1, V, 3 };

static NOINLINE int get(long i)
{
	return big[i];
}
CASE((uint64_t)get(hide(1)))
