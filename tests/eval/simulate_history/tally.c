/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/eval/simulate_history/tally.h"

#include <stdio.h>

#include "driver/history/noise.h"

#define NEAR 5 /* nights between a step and its alarm's place */

static bool was_reported(const struct tally *tally, size_t track, int low, int high)
{
	for (int i = low > NEAR ? low - NEAR : 0; i <= high + NEAR; i++)
		if (i < tally->nights->count && tally->reported[track][i])
			return true;
	return false;
}

static bool is_same_code(const struct tracks *tracks, size_t track, int low, int high)
{
	const struct track_point *points = tracks->tracks[track].points;

	for (int i = low; i <= high; i++)
		if (i == 0 || !same_ground(tracks, &points[i - 1], &points[i]))
			return false;
	return true;
}

void tally_tell(struct tally *tally, size_t track, int low, int high, int t)
{
	const struct nights *nights = tally->nights;
	bool known = was_reported(tally, track, low, high), moved = false;

	for (int i = low; i <= high; i++) {
		moved |= !tally->reported[track][i];
		tally->reported[track][i] = true;
	}
	if (nights->world->measured && moved)
		printf("%zu %d %d %d %d\n", track, low, high, t, known);
	if (known || nights->world->measured)
		return;
	if (!nights_has_step(nights, track) || high + NEAR < nights->step_night) {
		tally->alarms++;
		tally->same += is_same_code(&nights->tracks, track, low, high);
	} else if (!tally->is_found[track]) {
		tally->is_found[track] = true;
		tally->found_2 += t - nights->step_night < 2;
		tally->found_7 += t - nights->step_night < 7;
		tally->found_30 += t - nights->step_night < 30;
	}
}
