/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rules that judge a single night, or a window of nights, by a limit. */
#include "tests/eval/simulate_history/rules.h"

#include <math.h>
#include <stdlib.h>

static void judge_fixed(struct tally *tally, size_t line, double threshold, int t)
{
	const double *y = tally->nights->levels[line];

	if (fabs(y[t] - y[t - 1]) > threshold)
		tally_tell(tally, line, t, t, t);
}

/* Tonight against last night: github-action-benchmark, and many scripts. */
const struct rule rule_fixed = { .name = "fixed", .judge_track = judge_fixed };

static void judge_quartiles(struct tally *tally, size_t line, double threshold, int t)
{
	const double *y = tally->nights->levels[line];
	double d[NIGHTS];
	int n = t - 1;

	for (int k = 1; k < t; k++)
		d[k - 1] = fabs(y[k] - y[k - 1]);
	qsort(d, (size_t)n, sizeof(*d), compare_doubles);
	if (fabs(y[t] - y[t - 1]) > d[3 * n / 4] + threshold * (d[3 * n / 4] - d[n / 4]))
		tally_tell(tally, line, t, t, t);
}

/* Tonight's step against the quartiles of the line's earlier steps, as rustc-perf does. */
const struct rule rule_quartiles = { .name = "quartiles", .judge_track = judge_quartiles };

static void judge_window(struct tally *tally, size_t line, double threshold, int t)
{
	const double *y = tally->nights->levels[line];
	double mean[2] = { 0 }, var[2] = { 0 }, s;
	int at = t - 11;

	for (int k = 0; k < 24; k++)
		mean[k / 12] += y[at - 12 + k] / 12;
	for (int k = 0; k < 24; k++) {
		double gap = y[at - 12 + k] - mean[k / 12];

		var[k / 12] += gap * gap / 11;
	}
	s = sqrt((var[0] + var[1]) / 12);
	if (fabs(mean[1] - mean[0]) / s > threshold)
		tally_tell(tally, line, at, at, t);
}

/* 12 nights before against up to 12 after, by t: Perfherder. */
const struct rule rule_window = { .name = "window", .judge_track = judge_window };
