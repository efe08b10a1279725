/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_VERDICT_SWAP_TEST_H
#define COMPARE_VERDICT_SWAP_TEST_H

#include "compare/stats/quantile.h"

/* The best times of a build, as a level that is no single launch's: the third best minimum, of
 * fewer rounds the last. */
#define SWAP_LEVEL_RANK 3
#define SWAP_RANK       6

/*
 * The swap test of overall minima: under "no change" the two minima of a round may be swapped,
 * so the faster build's best and all its c minima below the other's best fell on its side with
 * probability 2^(1 - c).
 */
struct swap_test {
	double p;     /* equal minima: 1; no round: NaN */
	size_t below; /* c */
	double ratio; /* new / old of the overall minima */
	double old_level, new_level;
	/* The changes that a test with c < SWAP_RANK does not reject, as ratios: an interval of
	 * 1 - 2^(1 - SWAP_RANK), 97 %. Open (0, INFINITY) below SWAP_RANK rounds. */
	struct interval interval;
};

/* The minima of n rounds. `slack` (0 usually, in ln) is taken from the faster build first. */
struct swap_test swap_test(
	const double *old_min, const double *new_min, size_t n, double slack);

#endif
