/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/eval/simulate/two_part.h"

#include "compare/verdict/swap_test.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_statistics.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Student's paired t test on ln(new / old), two-sided. */
static double paired_t_p(const double *old_values, const double *new_values, size_t n)
{
	double *d = calloc(n, sizeof(*d)), t;

	if (!d)
		abort();
	for (size_t i = 0; i < n; i++)
		d[i] = log(new_values[i]) - log(old_values[i]);
	t = gsl_stats_mean(d, 1, n) / (gsl_stats_sd(d, 1, n) / sqrt((double)n));
	free(d);
	return 2 * gsl_cdf_tdist_Q(fabs(t), (double)(n - 1));
}

double two_part_p(const double *times, size_t rounds, size_t executions)
{
	double *minima = calloc(4 * rounds, sizeof(*minima)), *medians = minima + 2 * rounds;
	double *scratch = calloc(executions, sizeof(*scratch)), p, p_min;

	if (!minima || !scratch)
		abort();
	for (size_t i = 0; i < 2 * rounds; i++) {
		const double *launch = times + i * executions;
		size_t at = i / 2 + (i % 2) * rounds;

		minima[at] = gsl_stats_min(launch, 1, executions);
		memcpy(scratch, launch, executions * sizeof(*scratch));
		medians[at] = gsl_stats_median(scratch, 1, executions);
	}
	p = paired_t_p(medians, medians + rounds, rounds);
	p_min = swap_test(minima, minima + rounds, rounds, 0).p;
	free(minima);
	free(scratch);
	return fmin(1, 2 * fmin(p, p_min));
}
