/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A fixed amount of work, for experiments whose truth is known by construction: `steps` times a
 * multiplication and an addition, each of which waits for the one before. No memory, no
 * branches to learn: the time is proportional to the steps.
 */
#ifndef SPIN_KERNEL_H
#define SPIN_KERNEL_H

#include <stdint.h>

/* About 100 us and 20 ms at 3.6 GHz (4 cycles a step); multiples of 1000. */
#define SPIN_SHORT 90000
#define SPIN_LONG  18000000

/* The steps with so many thousandths more. */
#define SPIN_MORE(steps, permille) ((steps) + (steps) / 1000 * (permille))

static inline uint64_t spin(uint64_t steps)
{
	uint64_t x = 1;

	for (uint64_t i = 0; i < steps; i++) {
		x = x * 6364136223846793005u + 1442695040888963407u;
		/* The next step starts from a value that the compiler does not know. */
		__asm__ volatile("" : "+r"(x));
	}
	return x;
}

#endif
