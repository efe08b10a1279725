/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The suite whose changes are known: 100 benchmarks of each family do, in the new build
 * (-DSPIN_NEW=1), so many thousandths more work than in the old one (-DSPIN_NEW=0). Plus0 is
 * the same in both. The number stands in the code, so each build has machine code of its own.
 */
#include "harness/bench.h"
#include "tests/eval/spin/kernel.h"

#ifndef SPIN_NEW
#define SPIN_NEW 0
#endif

#define TENS(t) t##0, t##1, t##2, t##3, t##4, t##5, t##6, t##7, t##8, t##9
#define HUNDRED                                                                          \
	1, 2, 3, 4, 5, 6, 7, 8, 9, TENS(1), TENS(2), TENS(3), TENS(4), TENS(5), TENS(6), \
		TENS(7), TENS(8), TENS(9), 100

#define SPIN_FAMILY(name, steps, permille)                                        \
	static void run_##name(struct bd *b, uint64_t n)                          \
	{                                                                         \
		uint64_t x = 0;                                                   \
                                                                                  \
		for (uint64_t i = 0; i < n; i++)                                  \
			bd_keep(x = spin(SPIN_MORE(steps, SPIN_NEW * permille))); \
		bd_result(b, x);                                                  \
	}                                                                         \
	BD_FAMILY(#name, run_##name, (HUNDRED))

SPIN_FAMILY(Short_plus0, SPIN_SHORT, 0)
SPIN_FAMILY(Short_plus1, SPIN_SHORT, 10)
SPIN_FAMILY(Short_plus2, SPIN_SHORT, 20)
SPIN_FAMILY(Short_plus5, SPIN_SHORT, 50)
SPIN_FAMILY(Short_plus10, SPIN_SHORT, 100)
SPIN_FAMILY(Long_plus0, SPIN_LONG, 0)
SPIN_FAMILY(Long_plus1, SPIN_LONG, 10)
SPIN_FAMILY(Long_plus2, SPIN_LONG, 20)
SPIN_FAMILY(Long_plus5, SPIN_LONG, 50)
SPIN_FAMILY(Long_plus10, SPIN_LONG, 100)
