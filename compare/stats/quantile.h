/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_STATS_QUANTILE_H
#define COMPARE_STATS_QUANTILE_H

#include <stdbool.h>
#include <stddef.h>

/* Both ends belong to it. NaN: not known; infinite: open on that side. */
struct interval {
	double low, high;
};

/* are types of Hyndman and Fan 1996. R-1 is always one of the values; R-7
 * interpolates linearly. */

/* Sorts ascending in place. NaNs must have been taken out, see quantile_drop_nan(). */
void quantile_sort(double *values, size_t n);
/* Does no value lie below the one before it? */
bool quantile_rises(const double *values, size_t n);
/* Moves the NaNs out, keeping the order of the rest; returns how many are left. */
size_t quantile_drop_nan(double *values, size_t n);

/*
 * The quantile i / parts of n sorted values, 0 <= i <= parts, by integer ranks: the value of
 * rank max(1, ceil(n i / parts)). In floating point ceil(n q) is off by one for some q. n = 0:
 * NaN.
 */
double quantile_r1(const double *sorted, size_t n, size_t i, size_t parts);
/* The quantile q in 0..1 of n sorted values at place (n - 1) q. n = 0 or q outside: NaN. */
double quantile_r7(const double *sorted, size_t n, double q);
/* The middle value, or the mean of the two middle ones. n = 0: NaN. */
double quantile_median(const double *sorted, size_t n);
/* quantile_r7() of values in any order, without NaNs; leaves them in another order. */
double quantile_r7_unsorted(double *values, size_t n, double q);
/* As likely above as below the true quantile, of few values as of many (R-8, Hyndman and Fan
 * 1996): for values that are compared with those of another number. R-7 is nearer to the
 * middle, the fewer there are. Else as quantile_r7_unsorted(). */
double quantile_r8_unsorted(double *values, size_t n, double q);

/* Median of values in any order; NaNs are skipped, none left: NaN. */
double quantile_median_of(const double *values, size_t n);
/* Median of |x - centre|, unscaled; NaNs are skipped. Times QUANTILE_MAD_SCALE it estimates the
 * SD of a normal. */
double quantile_mad(const double *values, size_t n, double centre);

#define QUANTILE_MAD_SCALE 1.4826

/*
 * Interval of the median from the order of the values alone: between the values of two ranks
 * (from 1). Rank 0 and rank n + 1 stand for minus and plus infinity: few values cannot bound
 * the median on both sides. Starts at the middle and takes the likelier rank of both sides, the
 * lower one of equals, until the level is reached (the rule of benchstat).
 */
struct order_interval {
	size_t low, high;
	double confidence; /* reached; n = 0: 1, with ranks 0 and 1 */
};

struct order_interval median_ranks(size_t n, double level);
/* The same as values; infinite where a rank is outside. */
struct interval median_interval(const double *sorted, size_t n, double level);

#endif
