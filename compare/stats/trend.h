/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_STATS_TREND_H
#define COMPARE_STATS_TREND_H

#include <stddef.h>

/*
 * Do the values rise or fall in the order of measurement? No NaN among them. Takes n^2 steps.
 * Autocorrelated values need batches first (see DOCTOR: drift), else p is too small.
 */
struct mann_kendall {
	double s;        /* pairs that rise minus pairs that fall */
	double variance; /* under no trend, corrected for ties */
	double z, p;     /* two-sided, continuity-corrected; p = 1 where variance is 0 */
};

/* Mann 1945, Kendall 1975. */
struct mann_kendall mann_kendall(const double *values, size_t n);

/* Sen 1968: median of the slopes of all pairs, per step. Fewer than two values: NaN. */
double sen_slope(const double *values, size_t n);

#endif
