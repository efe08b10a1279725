/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A library chooses a function when it is loaded.
 * library: -shared -fPIC */
#include "tests/same/cases/case.h"
uint64_t ask(uint64_t x);
#ifdef LIBRARY
static NOINLINE uint64_t one(uint64_t x)
{
	return x * 7;
}
static NOINLINE uint64_t other(uint64_t x)
{
	return x * 9;
}
static void *choose(void)
{
	return V == 1 ? (void *)one : (void *)other;
}
uint64_t ask(uint64_t x) __attribute__((ifunc("choose")));
#else
CASE(ask((uint64_t)hide(3)))
#endif
