/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A name that is defined, or is not.
 * library: -shared -fPIC */
#include "tests/same/cases/case.h"
uint64_t ask(void);
uint64_t maybe(void) __attribute__((weak));
#ifdef LIBRARY
#if V == 2
uint64_t maybe(void)
{
	return 5;
}
#endif
uint64_t ask(void)
{
	return 1;
}
#else
CASE(maybe ? maybe() : ask())
#endif
