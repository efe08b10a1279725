/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 4c: a constructor of a library, which no benchmark imports from.
 * library: -shared -fPIC */
#include "tests/same/cases/case.h"
#ifdef LIBRARY
#include <xmmintrin.h>
int needed(void);
int needed(void)
{
	return 1;
}
__attribute__((constructor)) static void set(void)
{
	if (V == 2)
		_mm_setcsr(_mm_getcsr() | 0x8040);
}
#else
int needed(void);
CASE(bits(1e-310 * (double)hide(1)))
static void run_other(struct bd *b, uint64_t n)
{
	bd_result(b, (uint64_t)needed() + n * 0);
}
BD_BENCHMARK("Other", run_other)
#endif
