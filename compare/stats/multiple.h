/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_STATS_MULTIPLE_H
#define COMPARE_STATS_MULTIPLE_H

#include <stdbool.h>
#include <stddef.h>

/*
 * p values of a family of n tests, adjusted for the false discovery rate (Benjamini and
 * Hochberg 1995), in the order of the input: reject where adjusted <= q. A NaN stays NaN and is
 * no member of the family. `adjusted` may be `p` itself.
 */
void adjust_bh(const double *p, double *adjusted, size_t n);
/* The same; those set apart are no members of the family of the others, but of that of all. */
void adjust_bh_apart(const double *p, const bool *apart, double *adjusted, size_t n);

/*
 * Discoveries against a sample of the null hypothesis, such as benchmarks whose code is the
 * same. Of `tests` tests those at or beyond a limit z are false at the rate of the null sample:
 * their share is (share of the null sample at or beyond z) * tests / (discoveries at or
 * beyond z). As with decoys among targets (Elias, Gygi 2007) and Storey's estimate of the false
 * discovery rate (2002).
 *
 * more: added to each count of the null sample. 1 is for a null sample that is known to have
 * moved: that none of it lies beyond a limit is then no proof.
 *
 * Returns the least of `found` at which that share is at most fdr; INFINITY:
 * none. Values are sizes, 0 or more, without NaNs. Both arrays are sorted.
 */
struct null_sizes {
	double *values;
	size_t count;
};
double null_sample_limit(
	struct null_sizes null, struct null_sizes found, size_t tests, size_t more, double fdr);

/*
 * Levels of a sequence of tests without an end: LORD++ of A. Ramdas, F. Yang, M. J. Wainwright,
 * M. I. Jordan 2017, "Online control of the false discovery rate with decaying memory". With
 * the rejections r1 < r2 < ... so far, test t has the level
 *	gamma(t) w0 + gamma(t - r1) (alpha - w0) + alpha sum over j >= 2 of gamma(t - rj)
 * where gamma(t) = c ln(max(t, 2)) / (t e^sqrt(ln t)), which sums to less than 1.
 *
 * Why it holds for a loop whose next idea depends on what came out before, and wherever it
 * stops: given the past, a test without an effect has P(p <= level) <= level, as its launches
 * are fresh. So false rejections minus the levels are a supermartingale, and the levels up to
 * any test sum to at most alpha max(1, rejections). Then the expected number of false ones is
 * at most alpha times that of max(1, rejections) (mFDR); no independence is asked for.
 */

/* Of test t, from 1; rejected: the numbers of `count` earlier tests, ascending. 0 < w0 < alpha.
 */
double lord_level(size_t t, const size_t *rejected, size_t count, double alpha, double w0);

#endif
