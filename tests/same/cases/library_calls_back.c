/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 5: a library calls a function of the program by its name.
 * library: -shared -fPIC */
#include "tests/same/cases/case.h"
uint64_t hook(uint64_t x);
uint64_t ask(uint64_t x);
#ifdef LIBRARY
uint64_t ask(uint64_t x)
{
	return hook(x) + 1;
}
#else
uint64_t hook(uint64_t x)
{
	return x * V;
}
CASE(ask((uint64_t)hide(3)))
#endif
