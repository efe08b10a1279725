/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A constructor of a library writes what the library reads.
 * library: -shared -fPIC */
#include "tests/same/cases/case.h"
uint64_t ask(void);
#ifdef LIBRARY
static uint64_t mode;
static __attribute__((constructor)) void begin(void)
{
	mode = V;
}
uint64_t ask(void)
{
	return mode;
}
#else
CASE(ask())
#endif
