/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program defines a name before the library, which calls it.
 * library: -shared -fPIC */
#include "tests/same/cases/case.h"
uint64_t ask(uint64_t x);
NOINLINE uint64_t asked(uint64_t x);
#ifdef LIBRARY
uint64_t asked(uint64_t x)
{
	return x;
}
uint64_t ask(uint64_t x)
{
	return ((uint64_t(*)(uint64_t))hide((long)asked))(x);
}
#else
#if V == 2
uint64_t asked(uint64_t x)
{
	return x + 9;
}
#endif
CASE(ask((uint64_t)hide(3)))
#endif
