/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/eval/simulate/two_part.h"

#include "compare/stats/distribution.h"
#include "compare/stats/summary.h"
#include "compare/verdict/paired.h"

#include <gsl/gsl_statistics.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Student on ln(new / old) round by round, two-sided. */
static double t_paired_ln_p(const double *old_values, const double *new_values, size_t n)
{
	double *d = calloc(n, sizeof(*d)), t;
	struct moments m;

	if (!d)
		abort();
	for (size_t i = 0; i < n; i++)
		d[i] = log(new_values[i]) - log(old_values[i]);
	m = moments_of(d, n);
	free(d);
	t = m.mean == 0 ? 0 : m.mean * sqrt((double)n) / m.sd;
	return n > 1 ? student_two_sided(t, (double)(n - 1)) : NAN;
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
	p = t_paired_ln_p(medians, medians + rounds, rounds);
	p_min = swap_minima_p(minima, minima + rounds, rounds, 0, NULL);
	free(minima);
	free(scratch);
	return fmin(1, 2 * fmin(p, p_min));
}
