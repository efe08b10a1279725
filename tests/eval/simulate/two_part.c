/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/eval/simulate/two_part.h"

#include "compare/stats/ttest.h"
#include "compare/verdict/paired.h"

#include <gsl/gsl_statistics.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

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
	p = t_paired_ln(medians, medians + rounds, rounds, 0.95).p;
	p_min = swap_minima_p(minima, minima + rounds, rounds, 0, NULL);
	free(minima);
	free(scratch);
	return fmin(1, 2 * fmin(p, p_min));
}
