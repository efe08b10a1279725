/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_STATS_TRIMMED_H
#define COMPARE_STATS_TRIMMED_H

#include <stddef.h>

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

#endif
