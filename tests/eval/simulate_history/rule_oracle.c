/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/eval/simulate_history/rules.h"

#include <math.h>

#include "compare/stats/distribution.h"
#include "driver/history/noise.h"

static double distance(const double *y, double sd, int at, int lasted)
{
	double old = 0, new = 0;

	for (int n = 0; n < at + lasted; n++)
		*(n < at ? &old : &new) += y[n];
	return fabs(new / lasted - old / at) / (sd * sqrt(1. / lasted + 1. / at));
}

static void judge_track(struct tally *tally, size_t track, double threshold, int t)
{
	static const int looks[] = { 2, 7, 30 };
	long *found[] = { &tally->found_2, &tally->found_7, &tally->found_30 };
	const struct nights *n = tally->nights;
	const struct track_point *p = n->tracks.tracks[track].points;
	double places = 30 * (double)n->track_count * world_renewed(n->world);
	bool has_step = nights_has_step(n, track);

	for (int k = 0; k < 3; k++) {
		int at = t + 1 - looks[k];

		if (at < 1 || same_ground(&n->tracks, &p[at - 1], &p[at]) ||
			(has_step && at != n->step_night) ||
			distance(n->levels[track], n->sd[track], at, looks[k]) <=
				-normal_quantile(threshold / places / 2))
			continue;
		*found[k] += has_step;
		tally->alarms += !has_step && looks[k] == 7;
	}
}

/*
 * The most that is possible: it knows the noise and where a change may stand, and tests each
 * such place once, when it has 2 values, and again with all of the budget for 7 and 30. Its
 * false alarms are those of 7.
 */
const struct rule rule_oracle = { .name = "oracle", .judge_track = judge_track };
