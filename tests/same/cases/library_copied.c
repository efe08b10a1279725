/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Data of a library that the program reads, with what it points to.
 * library: -shared -fPIC */
#include "tests/same/cases/case.h"
extern const char *const words[3];
#ifdef LIBRARY
const char *const words[3] = { "one", WORD("two", "too"), "three" };
#else
CASE((uint64_t)words[hide(1)][1])
#endif
