/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A library looks for a function by its name.
 * library: -shared -fPIC */
#include "tests/same/cases/case.h"
#include <dlfcn.h>
uint64_t ask(uint64_t x);
#ifdef LIBRARY
uint64_t found(uint64_t x);
uint64_t found(uint64_t x)
{
	return x * V;
}
uint64_t ask(uint64_t x)
{
	return ((uint64_t(*)(uint64_t))dlsym((void *)0, "found"))(x);
}
#else
CASE(ask((uint64_t)hide(3)))
#endif
