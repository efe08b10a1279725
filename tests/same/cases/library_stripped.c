/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A library without symbols.
 * library: -shared -fPIC -s */
#include "tests/same/cases/case.h"
uint64_t ask(uint64_t x);
#ifdef LIBRARY
static NOINLINE uint64_t other(uint64_t x)
{
	return x * V;
}
uint64_t ask(uint64_t x)
{
	return other(x) + 1;
}
#else
CASE(ask((uint64_t)hide(3)))
#endif
