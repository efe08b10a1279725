/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 4b: a constructor that sets the control word of the processor, and writes no memory. */
#include "tests/same/cases/case.h"
#include <xmmintrin.h>

__attribute__((constructor)) static void set(void)
{
	if (V == 2)
		_mm_setcsr(_mm_getcsr() | 0x8040);
}
CASE(bits(1e-310 * (double)hide(1)))
