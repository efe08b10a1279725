/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/libc/data.h"

#define DRAWS 4096

/* Draws 4096 numbers from the 48-bit generator. */
static void run(struct bd *b, uint64_t n)
{
	uint64_t sum = 0;

	for (uint64_t i = 0; i < n; i++) {
		unsigned short x[3] = { 0x330e, (unsigned short)b->arg, 0x1234 };

		sum = 0;
		for (unsigned k = 0; k < DRAWS; k++)
			sum += (uint64_t)nrand48(x);
		bd_keep(sum);
	}
	bd_result(b, sum);
}

/* POSIX gives the formula: X' = 0x5deece66d X + 11 modulo 2^48, of which 31 bits are used. */
static int verify(struct bd *b)
{
	uint64_t x = UINT64_C(0x1234) << 32 | (uint64_t)b->arg << 16 | 0x330e, sum = 0;

	for (unsigned k = 0; k < DRAWS; k++) {
		x = (x * UINT64_C(0x5deece66d) + 11) & ((UINT64_C(1) << 48) - 1);
		sum += x >> 17;
	}
	return bd_expect(b, sum);
}

BD_BENCHMARK("Nrand48Draws", run, .tags = "random", .verify = verify, .items = DRAWS)
