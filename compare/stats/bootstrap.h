/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_STATS_BOOTSTRAP_H
#define COMPARE_STATS_BOOTSTRAP_H

#include "compare/stats/summary.h"

#include <stddef.h>

/* The bootstrap (Efron 1979). No NaN may be among the values. */

/* Percentile interval of the resampled values, which it sorts; level 0.95 for 95 %.
 * count = 0: NaN. */
struct interval bootstrap_percentile(double *resampled, size_t count, double level);

/*
 * Exact: probability[i] that the value of rank `rank` (from 1) among n draws with replacement
 * from n sorted values is the value at i. Rank 1: of the minimum. Sums to 1.
 */
void bootstrap_law(size_t n, size_t rank, double *probability);

/* One side of a ratio: n > 0 sorted values above 0, and the rank that is compared. */
struct bootstrap_side {
	const double *sorted;
	size_t n, rank;
};

/* The exact bootstrap of new / old, each side drawn by itself. Not random: an infinite number
 * of resamples gives the same. */
struct bootstrap_ratio {
	double ratio;
	double p; /* two-sided: twice the smaller of P(ratio <= 1) and P(ratio >= 1), at most 1
		   */
	struct interval ci95, ci90; /* percentile intervals */
};

struct bootstrap_ratio bootstrap_ratio(struct bootstrap_side old, struct bootstrap_side new);

#endif
