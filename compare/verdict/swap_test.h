/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_VERDICT_SWAP_TEST_H
#define COMPARE_VERDICT_SWAP_TEST_H

#include "compare/stats/summary.h"

#include <stddef.h>

/*
 * p of the swap test of overall minima: under "no change" the two minima of a round may be
 * swapped, so the faster build's best and all its c minima below the other's best fell on its
 * side with probability 2^(1 - c). Equal minima: 1. `slack` (0 usually, in ln) is taken from
 * the faster build first. *rounds_below (may be NULL) gets c. n = 0: NaN.
 */
double swap_minima_p(const double *old_min, const double *new_min, size_t n, double slack,
	size_t *rounds_below);

/* The ratio new / old of the overall minima. n = 0: NaN. */
double swap_minima_ratio(const double *old_min, const double *new_min, size_t n);

/* The best times of a build, as a level that is no single launch's: the third best minimum (of
 * fewer rounds the last). n = 0: NaN. */
#define SWAP_LEVEL_RANK 3
double swap_minima_level(const double *min, size_t n);

/*
 * The changes that a test with c < SWAP_RANK does not reject, as ratios: an interval of
 * 1 - 2^(1 - SWAP_RANK), 97 %. Open (0, INFINITY) below SWAP_RANK rounds.
 */
#define SWAP_RANK 6
struct interval swap_minima_interval(const double *old_min, const double *new_min, size_t n);

#endif
