/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/history/suite_step.h"

#include "compare/base/memory.h"
#include "compare/stats/quantile.h"
#include "driver/history/anchor.h"

#include <math.h>

#define BENCHMARKS_MIN 10
/* A step is unusual beside those of so many nights before, and beyond so many of their SD. */
#define NIGHTS_MOST 60
#define NIGHTS_MIN  10
#define UNUSUAL_SD  4

/* The machine was measured with this benchmark in both nights. */
static bool is_control(const struct track_point *a, const struct track_point *b)
{
	return anchor_joins(a, b) ||
	       (a->code && b->beside && a->code == b->beside->before_code) ||
	       (a->code && a->code == b->code && a->toolchain == b->toolchain);
}

/* The changes from the night before, of benchmarks that stayed the same; returns their number.
 */
static size_t changes_in(const struct tracks *tracks, uint32_t night, double *changes,
	double *variances, size_t *controls)
{
	size_t n = 0;

	*controls = 0;
	for (size_t i = 0; i < tracks->track_count; i++) {
		const struct track *track = &tracks->tracks[i];
		const struct track_point *b = track_at(track, night), *a = b - 1;

		if (!b || b == track->points || a->night + 1 != night ||
			a->definition != b->definition)
			continue;
		*controls += is_control(a, b);
		changes[n] = track_raw(b) - track_raw(a);
		variances[n++] =
			isnan(a->se) || isnan(b->se) ? 0 : a->se * a->se + b->se * b->se;
	}
	return n;
}

/* What the suite did in the nights before, as an SD; 0: too few. */
static double usual_step(const struct tracks *tracks, double *changes, double *variances)
{
	double steps[NIGHTS_MOST];
	size_t count = 0, n, controls, last = tracks->night_count - 1;

	for (size_t t = last > NIGHTS_MOST ? last - NIGHTS_MOST : 1; t < last; t++) {
		n = changes_in(tracks, (uint32_t)t, changes, variances, &controls);
		if (n >= BENCHMARKS_MIN)
			steps[count++] = quantile_median_of(changes, n);
	}
	return count < NIGHTS_MIN ? 0 : QUANTILE_MAD_SCALE * quantile_mad(steps, count, 0);
}

struct suite_shift suite_step(const struct tracks *tracks)
{
	AUTO_FREE double *changes =
		memory_zeroed(2 * tracks->track_count + 1, sizeof(*changes));
	double *variances = changes + tracks->track_count;
	struct suite_shift shift = suite_shift_none();
	size_t controls, n = changes_in(tracks, (uint32_t)tracks->night_count - 1, changes,
				 variances, &controls);

	if (n >= BENCHMARKS_MIN && controls < BENCHMARKS_MIN)
		shift = suite_shift_of(changes, variances, n);
	if (shift.beyond)
		shift.beyond = fabs(log(shift.ratio)) >
			       UNUSUAL_SD * usual_step(tracks, changes, variances);
	return shift;
}
