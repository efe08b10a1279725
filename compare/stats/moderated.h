/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_STATS_MODERATED_H
#define COMPARE_STATS_MODERATED_H

#include <stddef.h>

/*
 * Empirical-Bayes variance over a suite (Smyth 2004, "Linear models and empirical Bayes methods
 * for assessing differential expression", sections 4 and 6.2): the variances of all benchmarks
 * give a prior, and each variance is shrunk towards it. Variances are those of ln time.
 */
struct variance_prior {
	double df0; /* weight of the suite; 0: no moderation, INFINITY: one variance for all */
	double s0_squared;
	double df_sum; /* over the suite: no t test has more degrees of freedom than that */
};

/*
 * Floors each s2 at 1e-5 of the suite's median s2, in place, and returns that median (of those
 * with df > 0). Where it is 0 nothing is floored and the suite cannot be moderated.
 */
double variance_floor(double *s2, const double *df, size_t n);

/*
 * Fits df0 and s0_squared by the moments of ln s2, each benchmark with its own df. Entries with
 * df not above 0 or s2 not finite and above 0 are left out; fewer than two left: df0 = 0.
 */
struct variance_prior variance_prior_fit(const double *s2, const double *df, size_t n);
/* The prior that changes nothing, with the same df_sum. */
struct variance_prior variance_prior_none(const double *df, size_t n);

double variance_posterior(const struct variance_prior *prior, double s2, double df);
/* df0 + df: for intervals. */
double variance_df(const struct variance_prior *prior, double df);
/* min(df0 + df, df_sum): for tests. Infinite (the normal) where df0 is, as in limma. */
double variance_df_test(const struct variance_prior *prior, double df);

#endif
