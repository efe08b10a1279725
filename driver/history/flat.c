/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/history/flat.h"

#include <math.h>

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

/* The step at value k; 0: none that is obvious. */
static double step_at(const double *levels, size_t count, size_t k, double least)
{
	size_t before = k < SIDE ? k : SIDE;
	size_t after = count - k < SIDE ? count - k : SIDE;
	double at_once, step;

	if (before < SIDE_MIN || after < SIDE_MIN)
		return 0;
	at_once = levels[k] - levels[k - 1];
	if (!(fabs(at_once) > AT_ONCE * least))
		return 0; /* without the medians: it cannot be as large */
	step = quantile_median_of(levels + k, after) -
	       quantile_median_of(levels + k - before, before);
	return fabs(step) > least && at_once / step > AT_ONCE ? step : 0;
}

struct flat *flat_new(const struct tracks *tracks)
{
	size_t n = tracks->track_count, count = 0;
	struct flat *list;
	double *levels;

	for (size_t i = 0; i < n; i++)
		count += tracks->tracks[i].count;
	list = memory_array(n * sizeof(*list) + (count + 1) * sizeof(*levels), 1);
	levels = (double *)(list + n);
	for (size_t i = 0; i < n; levels += tracks->tracks[i++].count)
		list[i] = (struct flat){ &tracks->tracks[i], levels };
	return list;
}

void flat_set(const struct flat *flat, const double *shift, double *work)
{
	const struct track *track = flat->track;
	double *levels = flat->levels, least, sum = 0;

	for (size_t k = 0; k < track->count; k++)
		levels[k] = track->points[k].level - shift[track->points[k].night];
	for (size_t k = 1; k < track->count; k++)
		work[k - 1] = levels[k] - levels[k - 1];
	least = track->count > 1 ? STEP_SD / M_SQRT2 * QUANTILE_MAD_SCALE *
					   quantile_mad(work, track->count - 1, 0)
				 : 0;
	for (size_t k = 0; k < track->count; k++)
		work[k] = sum += step_at(levels, track->count, k, least);
	for (size_t k = 0; k < track->count; k++)
		levels[k] -= work[k];
}
