/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_STATS_SUMMARY_H
#define COMPARE_STATS_SUMMARY_H

#include <math.h>
#include <stddef.h>

#include "compare/stats/quantile.h"

#define SUMMARY_QUANTILES 21 /* in steps of 5 %, minimum and maximum included */

/* Mean and SD of n values. n = 0: both NaN; n = 1: SD 0. */
struct moments {
	size_t n;
	double mean, sd;
};

/* Two passes in long double: exact to the last digits where Welford loses some, and no overflow
 * for values up to 1e308. NaNs must have been taken out. */
struct moments moments_of(const double *values, size_t n);

/*
 * Summary of one set of values, in their unit. Outliers are values above the top inner fence q3
 * + 1.5 iqr (Tukey 1977). Values below the lower fence are never excluded, as a time cannot
 * be too short by accident. For n = 0 all doubles are NaN.
 */
struct summary {
	size_t n;
	double min, max, mean, sd;
	double median; /* R-7; quartiles and quantiles are R-1 */
	double mad;
	double q1, q3, iqr;
	double fence_high;
	size_t outliers;
	struct moments kept; /* without the outliers: for display, tests use everything */
	double quantiles[SUMMARY_QUANTILES];
};

/* `values` in any order; NaNs are skipped. */
struct summary summary_of(const double *values, size_t n);

/*
 * The trimmed mean and its variance (Yuen 1974, "The two-sample trimmed t for unequal
 * population variances", for one sample). `mean` leaves out g values at each end. With
 * h = n - 2 g and the winsorised variance sw2, s2 is n (n - 1) sw2 / (h (h - 1)), so that
 * sqrt(s2 / n) is the standard error of `mean`, with h - 1 degrees of freedom. g = 0: the mean
 * and the variance.
 */
struct trimmed {
	double mean;
	double s2, df; /* n < 2: 0 */
};

/* n values in any order, none NaN; 2 g < n, or g = 0. n = 0: mean NaN. If the middle values are
 * equal and the others are not, sw2 would be 0: then s2 is the variance of all values. */
struct trimmed trimmed_of(const double *values, size_t n, size_t g);

/*
 * Mean and variance of a stream in constant memory: Welford 1962. A zeroed struct is an empty
 * stream. NaNs are skipped.
 */
struct running {
	size_t n;
	double mean;
	double squares; /* sum of squared distances from the mean */
};

/* Inline, as each sample of a log passes here. */
static inline void running_add(struct running *r, double x)
{
	double distance = x - r->mean;

	if (isnan(x))
		return;
	r->n++;
	r->mean += distance / (double)r->n;
	r->squares += distance * (x - r->mean);
}
/* With n - 1; 0 for one value, NaN for none. */
double running_variance(const struct running *r);
double running_sd(const struct running *r);

#endif
