/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Data of a library that the program can write to: the loader copies them.
 * library: -shared -fPIC
 */
#include "tests/same/cases/case.h"

extern int numbers[3];
#ifdef LIBRARY
int numbers[3] = { 1, 2 + V, 3 };
#else
CASE((uint64_t)numbers[hide(1)])
#endif
