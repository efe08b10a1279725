/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The same, through offsets in the table of the loader.
 * library: -shared -fPIC -ftls-model=initial-exec */
#include "tests/same/cases/case.h"
uint64_t ask(void);
#ifdef LIBRARY
static __thread uint64_t one = 3, other = 4;
uint64_t ask(void)
{
	__asm__("" : "+m"(one), "+m"(other));
	return V == 1 ? one : other;
}
#else
CASE(ask())
#endif
