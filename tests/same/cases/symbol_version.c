/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 7: another version of a function of the library.
 * differs: always
 * link: -lm */
#include "tests/same/cases/case.h"
#include <math.h>
#if V == 1
__asm__(".symver pow, pow@GLIBC_2.2.5");
#else
__asm__(".symver pow, pow@GLIBC_2.29");
#endif
CASE((uint64_t)pow((double)hide(3), 2.5))
