/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 12: a library with a build id that somebody chose.
 * library: -shared -fPIC -Wl,--build-id=0x1234 */
#include "tests/same/cases/case.h"
uint64_t ask(uint64_t x);
#ifdef LIBRARY
uint64_t ask(uint64_t x)
{
	return x * V;
}
#else
CASE(ask((uint64_t)hide(3)))
#endif
