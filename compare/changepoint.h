/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_CHANGEPOINT_H
#define COMPARE_CHANGEPOINT_H

#include <stddef.h>

/*
 * E-divisive (Matteson and James 2014): where does a series of nightly values change its
 * distribution? Values in order of time, none NaN. Q compares the values of [0, tau) with those
 * of [tau, kappa): twice the mean distance between the two minus the mean distances within
 * each, times m n / (m + n). Two values or more on either side.
 */
struct changepoint {
	double q;   /* NaN: the series is too short */
	size_t tau; /* first value of the new regime, from 0 */
	size_t kappa;
};

double changepoint_q(const double *values, size_t tau, size_t kappa);
/* The largest Q over all tau and kappa; the first of equals. Takes n^2 steps and memory. */
struct changepoint changepoint_best(const double *values, size_t n);

#endif
