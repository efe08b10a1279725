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

/* Of the nights from..to-1. */
static double mean_of(const double *y, int from, int to, double *squares)
{
	double mean = 0;

	for (int i = from; i < to; i++)
		mean += y[i] / (to - from);
	*squares = 0;
	for (int i = from; i < to; i++)
		*squares += (y[i] - mean) * (y[i] - mean);
	return mean;
}

/* 12 nights before against up to 12 after, by t: Perfherder. */
static void judge_window(struct tally *tally, size_t line, double threshold, int t)
{
	const double *y = tally->nights->levels[line];
	double before, after, gap;
	int at = t - 11;

	gap = mean_of(y, at, t + 1, &after) - mean_of(y, at - 12, at, &before);
	if (fabs(gap) / sqrt((before + after) / 11 / 12) > threshold)
		tally_tell(tally, line, at, at, t);
}

const struct rule rule_window = { .name = "window", .judge_track = judge_window };

/* The last 7 nights against the 30 before, by Student's t with one variance. */
static void judge_t_test(struct tally *tally, size_t line, double threshold, int t)
{
	const double *y = tally->nights->levels[line];
	double before, after, gap;
	int at = t - 6;

	if (at < 30)
		return;
	gap = mean_of(y, at, t + 1, &after) - mean_of(y, at - 30, at, &before);
	if (fabs(gap) / sqrt((before + after) / 35 * (1.0 / 7 + 1.0 / 30)) > threshold)
		tally_tell(tally, line, at, at, t);
}

const struct rule rule_t_test = { .name = "t test", .judge_track = judge_t_test };
