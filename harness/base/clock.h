/* SPDX-License-Identifier: MIT */
#ifndef BD_BASE_CLOCK_H
#define BD_BASE_CLOCK_H

#include <stdint.h>
#include <time.h>

/* CLOCK_MONOTONIC in ns; through the vDSO if the kernel's clock source allows it. */
static inline uint64_t bd_clock_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* The smallest nonzero step in ns between `reads` successive reads; at least 1. 1e5 reads found
 * it on every machine tried. */
double bd_clock_step_ns(unsigned reads);

#endif
