/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_EFFECT_SIZE_H
#define COMPARE_EFFECT_SIZE_H

#include <stddef.h>

/* How far two samples are apart, second against first. An empty sample gives NaN. */

/* Vargha and Delaney 2000: P(second > first) + P(equal) / 2. */
double effect_a12(const double *first, size_t n, const double *second, size_t m);
/* Cliff 1993: P(second > first) - P(second < first), -1 .. 1. */
double effect_cliff(const double *first, size_t n, const double *second, size_t m);
/* Difference of means / pooled SD (Cohen 1988). No spread: 0 or infinite; NaN below two values
 * a side. */
double effect_cohen(const double *first, size_t n, const double *second, size_t m);
/* Cohen's d times 1 - 3 / (4 df - 1), against its bias with few values (Hedges 1981). */
double effect_hedges(const double *first, size_t n, const double *second, size_t m);

#endif
