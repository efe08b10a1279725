/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TESTS_UNIT_SUPPORT_SUITE_H
#define TESTS_UNIT_SUPPORT_SUITE_H

#include "compare/stats/prng.h"
#include "compare/verdict/paired.h"

#include <stddef.h>
#include <stdint.h>

/* A suite of paired benchmarks with owned, writable rounds; release with suite_release(). */
struct suite {
	size_t n, rounds;
	struct paired_input *inputs;
	double *values; /* of benchmark i, kind k (u, v, a, b), round r: see suite_value() */
	signed char *order;
};

struct suite suite_new(size_t n, size_t rounds);
void suite_release(struct suite *suite);
/* kind 0..3: old minima, new minima, old medians, new medians. */
double *suite_value(struct suite *suite, size_t i, size_t kind, size_t round);
/* Lognormal launches of 1000 ns: SD `sd` of ln between launches, minima 2 % below the medians
 * with the same launch's noise; new times `factor`; orders balanced and shuffled. */
void suite_fill(struct suite *suite, size_t i, double sd, double factor, struct prng *prng);

/* `n` benchmarks whose noise differs around .5 %; the first `changed` have new times `factor`.
 */
struct suite noisy_suite(size_t n, size_t rounds, uint64_t seed, double factor, size_t changed);

/* Two uniform numbers make a normal one (Box and Muller). */
double normal_draw(struct prng *prng);

#endif
