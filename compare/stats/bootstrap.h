/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_STATS_BOOTSTRAP_H
#define COMPARE_STATS_BOOTSTRAP_H

#include "compare/stats/interval.h"
#include "compare/stats/prng.h"

#include <stddef.h>

/*
 * The bootstrap (Efron 1979). Do not take a percentile interval of a *minimum* for a test: it
 * is wrong in 13-97 % of unchanged benchmarks. Its exact law below is for display. Values must
 * be above 0 where a ratio is taken, and no NaN may be among them.
 */

/* ln(median of new / median of old) of `count` resamples: old first, then new, each in full. */
void bootstrap_ratio_of_medians(const double *old_values, size_t old_count,
	const double *new_values, size_t new_count, struct prng *prng, double *resampled,
	size_t count);

/* How the rounds of a resample are reduced. */
enum bootstrap_of { BOOTSTRAP_MEAN_LN_RATIO, BOOTSTRAP_LN_RATIO_OF_MINIMA };
/* The rounds are the clusters: both builds of a drawn round are taken together. */
void bootstrap_rounds(const double *old_values, const double *new_values, size_t rounds,
	enum bootstrap_of of, struct prng *prng, double *resampled, size_t count);

/* Percentile interval of the resampled values, which it sorts; level 0.95 for 95 %.
 * count = 0: NaN. */
struct interval bootstrap_percentile(double *resampled, size_t count, double level);

/* Exact: probability that the minimum of m draws out of n is the value of rank 1..n; sums to 1.
 */
void bootstrap_law_of_minimum(size_t n, size_t m, double *probability);
/* The same of the median of n draws; for even n of the lower of the two middle values. */
void bootstrap_law_of_median(size_t n, double *probability);
/* SD and quantile-based interval of a law on sorted values. */
double bootstrap_law_sd(const double *sorted, const double *probability, size_t n);
struct interval bootstrap_law_interval(
	const double *sorted, const double *probability, size_t n, double level);

#endif
