/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A constructor of the program writes data of a library, which reads it, and data of its own.
 * library: -shared -fPIC */
#include "tests/same/cases/case.h"
uint64_t ask(void);
#ifdef LIBRARY
uint64_t mode = 1;
uint64_t ask(void)
{
	return mode;
}
#else
extern uint64_t mode;
static uint64_t own;
static __attribute__((constructor)) void begin(void)
{
	own = 1;
	mode = V * 10;
}
CASE(ask())
#endif
