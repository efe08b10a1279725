/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/eval/simulate_history/rules.h"

#include <math.h>

static void judge_track(struct tally *tally, size_t line, double threshold, int t)
{
	static double up, down, mean, sd;
	static int since;
	const double *y = tally->nights->levels[line];

	if (t == QUIET || (since && t - since == QUIET)) {
		mean = 0;
		for (int k = t - QUIET; k < t; k++)
			mean += y[k] / QUIET;
		sd = difference_sd(y + t - QUIET, QUIET);
		up = down = 0;
		since = 0;
	}
	if (since)
		return;
	up = fmax(0, up + (y[t] - mean) / sd - 0.5);
	down = fmax(0, down - (y[t] - mean) / sd - 0.5);
	if (up > threshold || down > threshold) {
		since = t;
		tally_tell(tally, line, t, t, t);
	}
}

/* Two-sided, k = .5, from the mean and the noise of the first nights since the last alarm. */
const struct rule rule_cusum = { .name = "cusum", .judge_track = judge_track };
