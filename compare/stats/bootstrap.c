/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/stats/bootstrap.h"

#include "compare/base/memory.h"
#include "compare/stats/distribution.h"
#include "compare/stats/quantile.h"

#include <math.h>
#include <stdlib.h>

static double median_of_resample(
	const double *values, size_t n, struct prng *prng, double *scratch)
{
	for (size_t i = 0; i < n; i++)
		scratch[i] = values[prng_below(prng, n)];
	quantile_sort(scratch, n);
	return quantile_median(scratch, n);
}

void bootstrap_ratio_of_medians(const double *old_values, size_t old_count,
	const double *new_values, size_t new_count, struct prng *prng, double *resampled,
	size_t count)
{
	double *scratch =
		memory_zeroed(old_count > new_count ? old_count : new_count, sizeof(double));

	for (size_t i = 0; i < count; i++) {
		double a = median_of_resample(old_values, old_count, prng, scratch);
		double b = median_of_resample(new_values, new_count, prng, scratch);

		resampled[i] = log(b / a);
	}
	free(scratch);
}

void bootstrap_rounds(const double *old_values, const double *new_values, size_t rounds,
	enum bootstrap_of of, struct prng *prng, double *resampled, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		double sum = 0, a = INFINITY, b = INFINITY;

		for (size_t k = 0; k < rounds; k++) {
			size_t r = prng_below(prng, rounds);

			sum += log(new_values[r] / old_values[r]);
			a = fmin(a, old_values[r]);
			b = fmin(b, new_values[r]);
		}
		resampled[i] =
			of == BOOTSTRAP_MEAN_LN_RATIO ? sum / (double)rounds : log(b / a);
	}
}

struct interval bootstrap_percentile(double *resampled, size_t count, double level)
{
	double tail = (1 - level) / 2;

	quantile_sort(resampled, count);
	return (struct interval){ quantile_r7(resampled, count, tail),
		quantile_r7(resampled, count, 1 - tail) };
}

void bootstrap_law_of_minimum(size_t n, size_t m, double *probability)
{
	for (size_t i = 0; i < n; i++)
		probability[i] = pow((double)(n - i) / (double)n, (double)m) -
				 pow((double)(n - i - 1) / (double)n, (double)m);
}

void bootstrap_law_of_median(size_t n, double *probability)
{
	size_t middle = (n + 1) / 2;
	double rank = (double)middle, before = 0;

	/* At most rank k is drawn as the median with the probability that at least `rank` of n
	 * draws fall on the first k values: an incomplete beta function. */
	for (size_t i = 0; i < n; i++) {
		double upto = beta_cdf((double)(i + 1) / (double)n, rank, (double)n - rank + 1);

		probability[i] = upto - before;
		before = upto;
	}
}

double bootstrap_law_sd(const double *sorted, const double *probability, size_t n)
{
	double mean = 0, squares = 0;

	for (size_t i = 0; i < n; i++)
		mean += probability[i] * sorted[i];
	for (size_t i = 0; i < n; i++)
		squares += probability[i] * (sorted[i] - mean) * (sorted[i] - mean);
	return n > 0 ? sqrt(squares) : NAN;
}

static double law_quantile(const double *sorted, const double *probability, size_t n, double q)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++) {
		sum += probability[i];
		if (sum >= q)
			return sorted[i];
	}
	return n > 0 ? sorted[n - 1] : NAN;
}

struct interval bootstrap_law_interval(
	const double *sorted, const double *probability, size_t n, double level)
{
	double tail = (1 - level) / 2;

	return (struct interval){ law_quantile(sorted, probability, n, tail),
		law_quantile(sorted, probability, n, 1 - tail) };
}
