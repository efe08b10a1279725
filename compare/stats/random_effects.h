/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_STATS_RANDOM_EFFECTS_H
#define COMPARE_STATS_RANDOM_EFFECTS_H

#include <stdbool.h>
#include <stddef.h>

/*
 * One effect that several machines measured, each with its own: machine i's true effect is
 * normal around the mean with variance tau2. tau2 by Paule and Mandel (1982), "Consensus values
 * and weighting factors"; the interval by Hartung and Knapp (2001) with n - 1 degrees of
 * freedom, never narrower than that of the weights alone (Roever, Knapp and Friede 2015, the
 * "mKH").
 */
struct random_effects {
	double mean, low, high; /* 95 % of the mean */
	double tau2;
};

/* Of n estimates and their standard errors > 0. False, and all NAN, for n < 2 or a standard
 * error that is none. */
bool random_effects(
	const double *estimates, const double *errors, size_t n, struct random_effects *result);

#endif
