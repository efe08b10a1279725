/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * An object at an address that the program knows as a number.
 * flags: -fno-pie
 * link: -no-pie -Wl,--section-start=.fixed=0x10000000
 */
#include "tests/same/cases/case.h"

const unsigned config[2] __attribute__((section(".fixed"))) = { 1, V };

static NOINLINE unsigned get(long i)
{
	return ((const volatile unsigned *)0x10000000)[i];
}
CASE((uint64_t)get(hide(1)))
