/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/eval/simulate_history/rules.h"

#include <math.h>

/*
 * Killick, Fearnhead and Eckley, Optimal detection of changepoints with a linear computational
 * cost, JASA 107 (2012): the segments with the least sum of squares about their means, plus a
 * penalty for each. The noise is that of the line's own differences; the penalty is a multiple
 * of ln(nights), 2 for BIC. Segments have two nights at least.
 */
#define LEAST 2

/* Sums of the first n values, and of their squares. */
struct sums {
	double y[NIGHTS + 1], y2[NIGHTS + 1];
};

static double cost(const struct sums *s, int from, int to)
{
	double sum = s->y[to] - s->y[from];

	return s->y2[to] - s->y2[from] - sum * sum / (to - from);
}

/* Sets the start of the last segment of the first n values, for each n. */
static void find_segments(const struct sums *s, int count, double penalty, int *last)
{
	double best[NIGHTS + 1] = { -penalty };
	int starts[NIGHTS + 1] = { 0 }, start_count = 1;

	best[1] = INFINITY;
	for (int n = LEAST; n <= count; n++) {
		int kept = 0;

		best[n] = INFINITY;
		for (int i = 0; i < start_count; i++) {
			double total = best[starts[i]] + cost(s, starts[i], n) + penalty;

			if (total < best[n]) {
				best[n] = total;
				last[n] = starts[i];
			}
		}
		for (int i = 0; i < start_count; i++) /* the pruning */
			if (best[starts[i]] + cost(s, starts[i], n) <= best[n])
				starts[kept++] = starts[i];
		start_count = kept;
		if (n - LEAST + 1 >= LEAST)
			starts[start_count++] = n - LEAST + 1;
	}
}

static void judge_track(struct tally *tally, size_t line, double threshold, int t)
{
	const double *y = tally->nights->levels[line];
	double sd = difference_sd(y, t + 1);
	int last[NIGHTS + 1] = { 0 };
	struct sums sums = { 0 };

	for (int i = 0; i <= t; i++) {
		sums.y[i + 1] = sums.y[i] + (y[i] - y[0]) / sd;
		sums.y2[i + 1] = sums.y2[i] + pow((y[i] - y[0]) / sd, 2);
	}
	find_segments(&sums, t + 1, threshold * log(t + 1), last);
	for (int at = last[t + 1]; at > 0; at = last[at])
		tally_tell(tally, line, at, at, t);
}

const struct rule rule_pelt = { .name = "pelt", .judge_track = judge_track };
