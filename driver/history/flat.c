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

static double median_of(const struct line_point *points, size_t n)
{
	double levels[SIDE];

	for (size_t i = 0; i < n; i++)
		levels[i] = points[i].level;
	return quantile_median_of(levels, n);
}

/* The step at point k; 0: none that is obvious. */
static double step_at(const struct line *line, size_t k, double least)
{
	const struct line_point *p = line->points + k;
	size_t before = k < SIDE ? k : SIDE;
	size_t after = line->count - k < SIDE ? line->count - k : SIDE;
	double at_once, step;

	if (before < SIDE_MIN || after < SIDE_MIN)
		return 0;
	at_once = p->level - p[-1].level;
	if (!(fabs(at_once) > AT_ONCE * least))
		return 0; /* without the medians: it cannot be as large */
	step = median_of(p, after) - median_of(p - before, before);
	return fabs(step) > least && at_once / step > AT_ONCE ? step : 0;
}

/* `work`: room for the line. */
static void flatten(struct line *line, double *work)
{
	double least, sum = 0;

	for (size_t k = 1; k < line->count; k++)
		work[k - 1] = line->points[k].level - line->points[k - 1].level;
	least = line->count > 1 ? STEP_SD / M_SQRT2 * QUANTILE_MAD_SCALE *
					  quantile_mad(work, line->count - 1, 0)
				: 0;
	for (size_t k = 0; k < line->count; k++)
		work[k] = sum += step_at(line, k, least);
	for (size_t k = 0; k < line->count; k++)
		line->points[k].level -= work[k];
}

struct lines_of flat_lines(const struct lines_of *lines, const double *shift)
{
	struct lines_of flat = *lines;
	AUTO_FREE double *work = memory_zeroed(lines->night_count + 1, sizeof(*work));

	flat.lines = memory_zeroed(lines->line_count + 1, sizeof(*flat.lines));
	for (size_t i = 0; i < lines->line_count; i++) {
		struct line *line = &flat.lines[i];

		*line = lines->lines[i];
		line->points = memory_zeroed(line->count + 1, sizeof(*line->points));
		for (size_t k = 0; k < line->count; k++) {
			line->points[k] = lines->lines[i].points[k];
			line->points[k].level -= shift[line->points[k].night];
		}
		flatten(line, work);
	}
	return flat;
}

void flat_release(struct lines_of *flat)
{
	for (size_t i = 0; i < flat->line_count; i++)
		free(flat->lines[i].points);
	free(flat->lines);
}
