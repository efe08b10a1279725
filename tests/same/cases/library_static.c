/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A function of a library that only the library knows, through a table.
 * library: -shared -fPIC */
#include "tests/same/cases/case.h"
uint64_t ask(uint64_t x);
#ifdef LIBRARY
static NOINLINE uint64_t other(uint64_t x)
{
	return x * V;
}
static NOINLINE uint64_t one(uint64_t x)
{
	return x;
}
static uint64_t (*const table[])(uint64_t) = { one, other };
uint64_t ask(uint64_t x)
{
	return table[x & 1](x);
}
#else
CASE(ask((uint64_t)hide(3)))
#endif
