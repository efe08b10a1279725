/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_STATS_SUMMARY_H
#define COMPARE_STATS_SUMMARY_H

#include "compare/stats/quantile.h"

#include <stddef.h>

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
	double median; /* R-7 in either type */
	double mad;
	double q1, q3, iqr;
	double fence_high;
	size_t outliers;
	struct moments kept; /* without the outliers: for display, tests use everything */
	double quantiles[SUMMARY_QUANTILES];
};

/* `values` in any order; NaNs are skipped. The type holds for quartiles and quantiles. */
struct summary summary_of(const double *values, size_t n, enum quantile_type type);

#endif
