/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_SEQUENTIAL_H
#define COMPARE_SEQUENTIAL_H

#include "compare/interval.h"

#include <stddef.h>

/* Looking at the data while they come in. Stopping when an ordinary p is small is false in
 * 19-22 % of unchanged benchmarks; these are not. */

/*
 * Bounds of |z| at `looks` looks that share a two-sided error of alpha (Lan and DeMets 1983,
 * the O'Brien-Fleming spending function, alpha / 2 a side). information[i]: share of the data
 * at look i, rising, above 0, the last at most 1. To about 1e-6.
 */
void sequential_obf_bounds(
	const double *information, size_t looks, double alpha, double *bounds);

/*
 * ln of the evidence against "mean 0" after n values, valid at every n at once: the Bayes
 * factor of a t test with a normal prior of precision c2 on mean / SD. Reject at level alpha
 * where it reaches ln(1 / alpha). n = 0: 0; no spread and a mean: INFINITY from two values on.
 */
double sequential_ln_e(const double *values, size_t n, double c2);
/* The means that it does not reject; infinite while there are too few values. */
struct interval sequential_interval(const double *values, size_t n, double c2, double alpha);

/*
 * The first number of values, `from` or more, whose interval of the mean (t, 95 % for level
 * .95) has a half width of at most `width`; 0: none up to n. Sees the width only, never the
 * sign.
 */
size_t sequential_precision_stop(
	const double *values, size_t n, size_t from, double width, double level);

#endif
