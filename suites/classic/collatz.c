/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"

/*
 * Steps to 1. Without a branch on the parity: a branch predictor that learns the whole sequence
 * by heart, or just not, would make the times jump. From an odd x two steps are taken at once.
 */
static uint64_t way(uint64_t x)
{
	uint64_t steps = 0;

	while (x != 1) {
		uint64_t odd = x & 1, half = x >> 1;

		x = half + ((2 * half + 2) & (0 - odd));
		steps += 1 + odd;
	}
	return steps;
}

/* Of all starts below b->arg the one with the longest way to 1; result: steps and start. */
static void run(struct bd *b, uint64_t n)
{
	uint64_t best = 0, most = 0;

	for (uint64_t i = 0; i < n; i++) {
		best = most = 0;
		for (uint64_t start = 1; start < (uint64_t)b->arg; start++) {
			uint64_t steps = way(start);

			if (steps > most) {
				most = steps;
				best = start;
			}
		}
		bd_keep(best);
	}
	bd_result(b, most << 32 | best);
}

static int verify(struct bd *b)
{
	/* Published: 871 takes 178 steps, 2919 takes 216. */
	return bd_expect(
		b, b->arg == 1000 ? (uint64_t)178 << 32 | 871 : (uint64_t)216 << 32 | 2919);
}

BD_FAMILY("Collatz", run, (1000, 3000), .tags = "integer,arithmetic", .verify = verify)
