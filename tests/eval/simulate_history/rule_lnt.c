/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/eval/simulate_history/rules.h"

#include <math.h>

#include "compare/stats/distribution.h"

/*
 * LLVM's LNT: lnt/server/db/fieldchange.py and ComparisonResult.get_value_status() in
 * lnt/server/reporting/analysis.py, commit dfd5542. The minimum of tonight is compared with the
 * nearest of all samples of the ten nights before. Tonight has changed if
 * - the code is not that of last night (LNT has a hash of the program),
 * - the difference is 1 % or more,
 * - the U test of the samples has p < .05, from four samples on each side on,
 * - the difference exceeds 2.576 SD of tonight's samples, if there are several.
 * Its absolute limit, .01 s, is left out: it concerns benchmarks of less than a second.
 */
#define LOOKBACK   10
#define LEAST_RANK 4
#define U_TEST_P   0.05
#define SDS        2.576
#define LAUNCHES   10

/* Times of the track's nights. */
static double samples[NIGHTS][LAUNCHES];

/* Launches of each night whose mean of ln is the night's level, with its standard error. */
static void draw_samples(const struct nights *n, size_t track)
{
	struct prng prng;

	prng_seed(&prng, n->seed * LINES + track);
	for (int t = 0; t < n->count; t++) {
		double noise[LAUNCHES], mean = 0;
		double sd = n->errors[track][t] > 0 ? n->errors[track][t] * sqrt(LAUNCHES) : 0;

		for (int k = 0; k < LAUNCHES; k++) {
			noise[k] = normal_draw(&prng);
			mean += noise[k] / LAUNCHES;
		}
		for (int k = 0; k < LAUNCHES; k++)
			samples[t][k] = exp(n->levels[track][t] + sd * (noise[k] - mean));
	}
}

/* Of all samples of the nights before t; the later one of two. */
static double nearest(double now, int t, int count)
{
	double best = INFINITY;

	for (int i = t - LOOKBACK; i < t; i++)
		for (int k = 0; k < count; k++)
			if (fabs(now - samples[i][k]) <= fabs(now - best))
				best = samples[i][k];
	return best;
}

/* Mann-Whitney, two-sided, by the normal approximation: LNT's, for more than 20 samples. */
static double u_test(int t, int count)
{
	double n = count, m = LOOKBACK * (double)count, u = 0;

	for (int i = t - LOOKBACK; i < t; i++)
		for (int j = 0; j < count; j++)
			for (int k = 0; k < count; k++)
				u += samples[t][k] < samples[i][j];
	return 2 * normal_sf(fabs(u - n * m / 2) / sqrt(n * m * (n + m + 1) / 12));
}

static double population_sd(const double *x, int count)
{
	double mean = 0, squares = 0;

	for (int k = 0; k < count; k++)
		mean += x[k] / count;
	for (int k = 0; k < count; k++)
		squares += (x[k] - mean) * (x[k] - mean) / count;
	return sqrt(squares);
}

static double minimum(const double *x, int count)
{
	double least = x[0];

	for (int k = 1; k < count; k++)
		least = fmin(least, x[k]);
	return least;
}

static void judge(struct tally *tally, size_t track, double threshold, int t, int count)
{
	const struct track_point *points = tally->nights->tracks.tracks[track].points;
	double now = minimum(samples[t], count), old = nearest(now, t, count);

	if (points[t].code == points[t - 1].code || fabs(now / old - 1) < threshold)
		return;
	if (count >= LEAST_RANK && u_test(t, count) >= U_TEST_P)
		return;
	if (count > 1 && fabs(now - old) <= SDS * population_sd(samples[t], count))
		return;
	tally_tell(tally, track, t, t, t);
}

static void judge_one(struct tally *tally, size_t track, double threshold, int t)
{
	const struct nights *n = tally->nights;

	for (int i = 0; t == QUIET && i < n->count; i++)
		samples[i][0] = exp(n->levels[track][i]);
	judge(tally, track, threshold, t, 1);
}

/* One sample a night, LNT's default (`--exec-multisample 1`): the level of the night. */
const struct rule rule_lnt = { .name = "lnt", .judge_track = judge_one };

static void judge_launches(struct tally *tally, size_t track, double threshold, int t)
{
	if (t == QUIET)
		draw_samples(tally->nights, track);
	judge(tally, track, threshold, t, LAUNCHES);
}

/* Ten samples a night. */
const struct rule rule_lnt_10 = { .name = "lnt 10", .judge_track = judge_launches };
