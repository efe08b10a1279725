/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/history/flat.h"

#include <math.h>
#include <stdlib.h>

#include "compare/base/memory.h"
#include "compare/stats/quantile.h"
#include "driver/base/parallel.h"

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

struct flat_work {
	const struct tracks *tracks;
	const double *shift;
	struct track *flat; /* with room for their points */
};

static void flatten_some(void *data, size_t part, size_t from, size_t to)
{
	const struct flat_work *all = data;
	AUTO_FREE double *work = memory_zeroed(all->tracks->night_count + 1, sizeof(*work));

	(void)part;
	for (size_t i = from; i < to; i++) {
		struct track *track = &all->flat[i];

		for (size_t k = 0; k < track->count; k++) {
			track->points[k] = all->tracks->tracks[i].points[k];
			track->points[k].level -= all->shift[track->points[k].night];
		}
		flatten(track, work);
	}
}

struct tracks flat_tracks(const struct tracks *tracks, const double *shift)
{
	struct tracks flat = *tracks;
	struct track_point *points;
	size_t count = 0;

	for (size_t i = 0; i < tracks->track_count; i++)
		count += tracks->tracks[i].count;
	points = memory_array(count + 1, sizeof(*points));
	flat.tracks = memory_array(tracks->track_count + 1, sizeof(*flat.tracks));
	flat.tracks[0].points = points; /* also of no tracks */
	for (size_t i = 0; i < tracks->track_count; i++) {
		flat.tracks[i] = tracks->tracks[i];
		flat.tracks[i].points = points;
		points += flat.tracks[i].count;
	}
	parallel_run(tracks->track_count, TRACKS_LEAST, flatten_some,
		&(struct flat_work){ tracks, shift, flat.tracks });
	return flat;
}

void flat_release(struct tracks *flat)
{
	free(flat->tracks[0].points);
	free(flat->tracks);
}
