/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two thread-local objects of a library, which differ in their place alone.
 * library: -shared -fPIC */
#include "tests/same/cases/case.h"
uint64_t ask(void);
#ifdef LIBRARY
#if V == 1
__thread uint64_t one = 3, other = 4;
#else
__thread uint64_t other = 3, one = 4;
#endif
uint64_t ask(void)
{
	return one;
}
#else
CASE(ask())
#endif
