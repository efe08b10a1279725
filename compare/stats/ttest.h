/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_STATS_TTEST_H
#define COMPARE_STATS_TTEST_H

#include "compare/stats/interval.h"

#include <stddef.h>

enum tail { TAIL_BOTH, TAIL_GREATER, TAIL_LESS };

/* A t test in the unit of its values (of ln values: exp gives ratios). Where there are too few
 * values all but the estimate are NaN. Without any spread t is 0 or infinite and p 1 or 0. */
struct t_test {
	double estimate, error; /* mean or difference of means, and its standard error */
	double t, df, p;
	struct interval interval;
};

/* The test of `estimate` = mu, given its error and degrees of freedom; level 0.95 for 95 %. */
struct t_test t_test_of(
	double estimate, double error, double df, double mu, enum tail tail, double level);
/* Student 1908; n of 2 or more. */
struct t_test t_one_sample(
	const double *values, size_t n, double mu, enum tail tail, double level);
/* Student on ln(new / old) value by value; values above 0. */
struct t_test t_paired_ln(
	const double *old_values, const double *new_values, size_t n, double level);
/* Welch 1947: mean of the first minus mean of the second; two values each. */
struct t_test t_welch(
	const double *first, size_t n, const double *second, size_t m, double level);
/* Welch on logarithms, new minus old; values above 0. */
struct t_test t_welch_ln(
	const double *old_values, size_t n, const double *new_values, size_t m, double level);

/* Equivalence by two one-sided tests (Schuirmann 1987): p small says |mean| < margin. */
struct tost {
	double p_lower, p_upper, p;
	struct interval interval; /* of level 1 - 2 alpha: 90 % for alpha = 5 % */
};
struct tost tost_of(const struct t_test *test, double margin, double alpha);

/* Minimal effect: p small says that the mean lies beyond the margin on that side. */
double p_above_margin(const struct t_test *test, double margin);
double p_below_margin(const struct t_test *test, double margin);

#endif
