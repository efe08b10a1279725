/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/history/suite_step.h"

#include "compare/base/memory.h"
#include "driver/history/anchor.h"

#include <math.h>

#define BENCHMARKS_MIN 10

/* The machine was measured with this benchmark in both nights. */
static bool is_control(const struct track_point *a, const struct track_point *b)
{
	return anchor_joins(a, b) || (a->code && a->code == b->before_code) ||
	       (a->code && a->code == b->code && a->toolchain == b->toolchain);
}

struct suite_shift suite_step(const struct tracks *tracks)
{
	AUTO_FREE double *changes =
		memory_zeroed(2 * tracks->track_count + 1, sizeof(*changes));
	double *variances = changes + tracks->track_count;
	struct suite_shift shift = suite_shift_none();
	size_t n = 0, controls = 0;

	for (size_t i = 0; i < tracks->track_count; i++) {
		const struct track *track = &tracks->tracks[i];
		const struct track_point *a, *b;

		if (track->count < 2)
			continue;
		b = track->points + track->count - 1;
		a = b - 1;
		if (b->night + 1 != tracks->night_count || a->night + 1 != b->night ||
			a->definition != b->definition)
			continue;
		controls += is_control(a, b);
		changes[n] = b->raw - a->raw;
		variances[n++] =
			isnan(a->se) || isnan(b->se) ? 0 : a->se * a->se + b->se * b->se;
	}
	if (n >= BENCHMARKS_MIN && controls < BENCHMARKS_MIN)
		shift = suite_shift_of(changes, variances, n);
	return shift;
}
