/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/history/flat.h"

#include <math.h>
#include <stdlib.h>

#include "compare/base/memory.h"
#include "compare/stats/quantile.h"

/* A step is obvious between the medians of so many nights, the last ones excepted, if it
 * exceeds so many SD of successive nights: noise that is correlated by .8 wanders by 5 SD of a
 * night. */
#define SIDE     5
#define SIDE_MIN 3
#define STEP_SD  8
/* This share of it comes in its night. */
#define AT_ONCE 0.5

static double median_of(const struct track_point *points, size_t n)
{
	double levels[SIDE];

	for (size_t i = 0; i < n; i++)
		levels[i] = points[i].level;
	return quantile_median_of(levels, n);
}

/* The step at point k; 0: none that is obvious. */
static double step_at(const struct track *track, size_t k, double least)
{
	const struct track_point *p = track->points + k;
	size_t before = k < SIDE ? k : SIDE;
	size_t after = track->count - k < SIDE ? track->count - k : SIDE;
	double at_once, step;

	if (before < SIDE_MIN || after < SIDE_MIN)
		return 0;
	at_once = p->level - p[-1].level;
	if (!(fabs(at_once) > AT_ONCE * least))
		return 0; /* without the medians: it cannot be as large */
	step = median_of(p, after) - median_of(p - before, before);
	return fabs(step) > least && at_once / step > AT_ONCE ? step : 0;
}

/* `work`: room for the track. */
static void flatten(struct track *track, double *work)
{
	double least, sum = 0;

	for (size_t k = 1; k < track->count; k++)
		work[k - 1] = track->points[k].level - track->points[k - 1].level;
	least = track->count > 1 ? STEP_SD / M_SQRT2 * QUANTILE_MAD_SCALE *
					   quantile_mad(work, track->count - 1, 0)
				 : 0;
	for (size_t k = 0; k < track->count; k++)
		work[k] = sum += step_at(track, k, least);
	for (size_t k = 0; k < track->count; k++)
		track->points[k].level -= work[k];
}

struct tracks flat_tracks(const struct tracks *tracks, const double *shift)
{
	struct tracks flat = *tracks;
	AUTO_FREE double *work = memory_zeroed(tracks->night_count + 1, sizeof(*work));

	flat.tracks = memory_zeroed(tracks->track_count + 1, sizeof(*flat.tracks));
	for (size_t i = 0; i < tracks->track_count; i++) {
		struct track *track = &flat.tracks[i];

		*track = tracks->tracks[i];
		track->points = memory_zeroed(track->count + 1, sizeof(*track->points));
		for (size_t k = 0; k < track->count; k++) {
			track->points[k] = tracks->tracks[i].points[k];
			track->points[k].level -= shift[track->points[k].night];
		}
		flatten(track, work);
	}
	return flat;
}

void flat_release(struct tracks *flat)
{
	for (size_t i = 0; i < flat->track_count; i++)
		free(flat->tracks[i].points);
	free(flat->tracks);
}
