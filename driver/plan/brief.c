/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/plan/brief.h"

#include <math.h>

#include "compare/base/memory.h"
#include "compare/stats/quantile.h"
#include "compare/stats/summary.h"

#define ROUNDS_LEAST 6
/* Three turns of a benchmark that settles at once, with some room. */
#define BRIEF_NS   4000000
#define TURNS_MOST 3
/* Of the threshold. */
#define BIAS_MOST 0.25
/* The variance for the same time. Six rounds know a variance to a factor of two. */
#define COST_MOST 0.7

/* The difference in the middle, as a disturbance hits the first turns of some rounds only, and
 * its standard error; pi / 2: of a median against a mean. */
static double largest_bias(const double *differences, size_t n)
{
	double median = quantile_median_of(differences, n);
	double sd = QUANTILE_MAD_SCALE * quantile_mad(differences, n, median);

	return fabs(median) + sd * sqrt(M_PI_2 / (double)n);
}

unsigned brief_turns(int64_t turn_ns)
{
	return turn_ns <= 0                       ? 0
	       : turn_ns * TURNS_MOST <= BRIEF_NS ? TURNS_MOST
	       : turn_ns < BRIEF_NS               ? 2
						  : 1;
}

double brief_variance(const struct brief_round *rounds, size_t n, double threshold)
{
	struct running whole = { 0 }, first = { 0 };
	AUTO_FREE double *differences = memory_zeroed(n + 1, sizeof(*differences));

	for (size_t i = 0; i < n; i++) {
		differences[i] = rounds[i].first - rounds[i].whole;
		running_add(&whole, rounds[i].whole);
		running_add(&first, rounds[i].first);
	}
	if (whole.n < ROUNDS_LEAST || largest_bias(differences, n) > BIAS_MOST * threshold)
		return NAN;
	return running_variance(&first) / running_variance(&whole);
}

bool brief_gains(double variance, double slot_ns, double saves_ns)
{
	return saves_ns > 0 && variance * (1 - saves_ns / slot_ns) <= COST_MOST;
}
