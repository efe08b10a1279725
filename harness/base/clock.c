/* SPDX-License-Identifier: MIT */
#include "harness/base/clock.h"

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
