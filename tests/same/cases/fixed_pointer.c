/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The same, given to a function.
 * flags: -fno-pie
 * link: -no-pie -Wl,--section-start=.fixed=0x10000000
 */
#include "tests/same/cases/case.h"

const unsigned config[2] __attribute__((section(".fixed"))) = { V, 1 };

static NOINLINE unsigned get(const volatile unsigned *p)
{
	return *p;
}
CASE((uint64_t)get((const volatile unsigned *)0x10000000))
