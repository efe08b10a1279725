/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_STATS_DISTRIBUTION_H
#define COMPARE_STATS_DISTRIBUTION_H

#include <stddef.h>

/*
 * Distribution functions over GSL, without its abort on error. cdf: probability at or below x;
 * sf: above x (accurate far out, where 1 - cdf is 0). Degrees of freedom are real numbers > 0;
 * INFINITY means the normal. A NaN, or an argument outside the domain, gives NaN. quantile(0)
 * and quantile(1) are the ends of the support.
 */
double normal_sf(double x);
double normal_quantile(double p);

double student_sf(double t, double df);
double student_quantile(double p, double df);
#define STUDENT_MEMO 8
/* The last few quantiles: most benchmarks of a suite ask for the same. Zeroed: empty. */
struct student_memo {
	double p[STUDENT_MEMO], df[STUDENT_MEMO], t[STUDENT_MEMO];
	unsigned next;
};
double student_quantile_memo(struct student_memo *memo, double p, double df);
/* Probability of |T| >= |t|; infinite t gives 0. */
double student_two_sided(double t, double df);

double chi2_sf(double x, double df);

/* The regularised incomplete beta function I_x(a, b). */
double beta_cdf(double x, double a, double b);

/* Probability of at most k marked ones among `drawn`, of `marked` and `others`. */
double hypergeometric_cdf(size_t k, size_t marked, size_t others, size_t drawn);

double trigamma(double x);
/* The x with trigamma(x) = y: Newton, Smyth 2004, appendix. y > 0, else NaN; 0 gives INFINITY.
 */
double trigamma_inverse(double y);

/*
 * The mean of a normal estimate that is only looked at because it lies beyond `cut`: the one
 * for which half of such estimates are larger (median-unbiased), by the truncated normal of
 * J. D. Lee, D. L. Sun, Y. Sun, J. E. Taylor 2016, "Exact post-selection inference". From 0 to
 * the estimate itself, which is above 0; a cut above it counts as the estimate. error: standard
 * error; 0: the estimate.
 */
double selected_mean(double estimate, double cut, double error);

#endif
