/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Only the jump table differs, whose address is in an instruction: to which of two pieces of
 * code a case leads.
 * flags: -fno-pie -O1
 * link: -no-pie */
#include "tests/same/cases/case.h"

static NOINLINE long step(long x, int kind)
{
	switch (kind) {
	case 0:
#if V == 1
	case 5:
#endif
		__asm__ volatile("" ::: "memory");
		return x * 3 + 7;
	case 1:
#if V == 2
	case 5:
#endif
		__asm__ volatile("" ::: "memory");
		return x ^ 99;
	case 2:
		__asm__ volatile("" ::: "memory");
		return x << 3;
	case 3:
		__asm__ volatile("" ::: "memory");
		return x / 5;
	case 4:
		__asm__ volatile("" ::: "memory");
		return x - 1234;
	default:
		return x;
	}
}

static NOINLINE uint64_t all(void)
{
	long h = 1000;

	for (int i = 0; i < 7; i++)
		h = h * 31 + step(h, (int)hide(i));
	return (uint64_t)h;
}
CASE(all())
