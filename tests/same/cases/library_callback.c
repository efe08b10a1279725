/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A function of a library that the program hands to it.
 * library: -shared -fPIC */
#include "tests/same/cases/case.h"
uint64_t apply(uint64_t (*function)(uint64_t), uint64_t x);
uint64_t handed(uint64_t x);
#ifdef LIBRARY
uint64_t handed(uint64_t x)
{
	return x * V;
}
uint64_t apply(uint64_t (*function)(uint64_t), uint64_t x)
{
	return function(x);
}
#else
CASE(apply(handed, (uint64_t)hide(3)))
#endif
