/* SPDX-License-Identifier: MIT */
#include "harness/base/clock.h"

#include <stdlib.h>

/* A clock that does not move for this many reads has stopped: give up. */
#define READS_MAX 20000000u

double bd_clock_step_ns(unsigned reads)
{
	uint64_t last = bd_clock_ns(), best = UINT64_MAX;

	for (unsigned i = 0; i < reads || (best == UINT64_MAX && i < READS_MAX); i++) {
		uint64_t now = bd_clock_ns();

		if (now > last && now - last < best)
			best = now - last;
		last = now;
	}
	return best == UINT64_MAX ? 1 : (double)best;
}

static int compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

double bd_clock_cost_ns(void)
{
	enum { BATCHES = 31, READS = 1000 };
	double cost[BATCHES];

	for (int i = 0; i < BATCHES; i++) {
		uint64_t start = bd_clock_ns(), end = start;

		for (int k = 0; k < READS; k++)
			end = bd_clock_ns();
		cost[i] = (double)(end - start) / READS;
	}
	qsort(cost, BATCHES, sizeof(*cost), compare_doubles);
	return cost[BATCHES / 2];
}
