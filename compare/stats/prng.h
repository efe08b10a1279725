/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_STATS_PRNG_H
#define COMPARE_STATS_PRNG_H

#include <stddef.h>
#include <stdint.h>

/* xoshiro256** of Blackman and Vigna 2018: the same numbers on every machine. */
struct prng {
	uint64_t state[4];
};

/* splitmix64, Steele, Lea and Flood 2014: moves *state on and returns a number. */
uint64_t prng_splitmix(uint64_t *state);
/* The state is the first four numbers of splitmix64 from `seed`. */
void prng_seed(struct prng *prng, uint64_t seed);
uint64_t prng_next(struct prng *prng);
/* 0 .. n - 1 without bias (Lemire 2019); n > 0. */
uint64_t prng_below(struct prng *prng, uint64_t n);

#endif
