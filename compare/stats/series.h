/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_STATS_SERIES_H
#define COMPARE_STATS_SERIES_H

#include <stddef.h>

/*
 * Does a value depend on earlier ones? Values in order of measurement, without NaN. A constant
 * series has autocorrelation 0.
 */

/* Autocorrelation at lags 1 .. lags into r[0 .. lags - 1], both sums over all n (Box and
 * Jenkins); NaN for lags of n and more. */
void series_autocorrelation(const double *values, size_t n, double *r, size_t lags);

struct ljung_box {
	double q, p;
};
/* Ljung and Box 1978: p small says that some lag up to `lags` is correlated. NaN for lags of 0
 * or of n and more. */
struct ljung_box series_ljung_box(const double *values, size_t n, size_t lags);

/*
 * Effective sample size for the mean: n / (1 + 2 sum of autocorrelations), summed in pairs (1,
 * 2), (3, 4) ... while a pair is positive (after Geyer 1992); at most n.
 */
double series_effective_size(const double *values, size_t n);

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
