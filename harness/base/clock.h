/* SPDX-License-Identifier: MIT */
#ifndef BD_BASE_CLOCK_H
#define BD_BASE_CLOCK_H

#include <stdint.h>
#include <time.h>

/* CLOCK_MONOTONIC in ns. Through the vDSO where the kernel's clock source allows it. */
static inline uint64_t bd_clock_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* Smallest non-zero step in ns that `reads` reads in a row show (1e5 find it
 * on any machine that was tried). At least 1. */
double bd_clock_step_ns(unsigned reads);
/* What one read costs in ns: the median over batches of reads. */
double bd_clock_cost_ns(void);

#endif
