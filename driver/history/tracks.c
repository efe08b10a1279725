/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/history/tracks.h"

#include <math.h>
#include <stdlib.h>

#include "compare/base/memory.h"

void tracks_release(struct tracks *tracks)
{
	for (size_t i = 0; i < tracks->night_count; i++) {
		free(tracks->nights[i].revision);
		free(tracks->nights[i].subject);
		free(tracks->nights[i].machine_text);
	}
	for (size_t i = 0; i < tracks->track_count; i++) {
		free(tracks->tracks[i].suite);
		free(tracks->tracks[i].benchmark);
		for (size_t k = 0; k < tracks->tracks[i].count; k++)
			free(tracks->tracks[i].points[k].beside);
		free(tracks->tracks[i].points);
	}
	free(tracks->nights);
	free(tracks->tracks);
	free(tracks->class);
	*tracks = (struct tracks){ 0 };
}

struct track *tracks_add(struct tracks *tracks, const char *suite, const char *benchmark)
{
	struct track *track;

	track = ARRAY_ADD(tracks->tracks, tracks->track_count, tracks->track_capacity);
	*track = (struct track){ .suite = memory_text(suite),
		.benchmark = memory_text(benchmark) };
	return track;
}

struct track_night *tracks_add_night(struct tracks *tracks)
{
	struct track_night *night;

	night = ARRAY_ADD(tracks->nights, tracks->night_count, tracks->night_capacity);
	*night = (struct track_night){ .height = -1 };
	return night;
}

struct track_point *track_at(const struct track *track, uint32_t night)
{
	size_t low = 0, high = night < track->count ? night + 1 : track->count;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (track->points[middle].night < night)
			low = middle + 1;
		else
			high = middle;
	}
	return low < track->count && track->points[low].night == night ? &track->points[low]
								       : NULL;
}

struct track_point *track_add(struct track *track)
{
	struct track_point *point;

	point = ARRAY_ADD(track->points, track->count, track->capacity);
	*point = (struct track_point){ .level = NAN, .se = NAN };
	return point;
}

struct track_beside *track_beside(struct track_point *point)
{
	if (point->beside)
		return point->beside;
	point->beside = memory_zeroed(1, sizeof(*point->beside));
	*point->beside = (struct track_beside){
		.raw = point->level, .before = NAN, .anchor = NAN, .anchor_se = NAN
	};
	return point->beside;
}

/* The mean level of the pinned build with that code. */
static double mean_of(const struct track *track, uint64_t code)
{
	double sum = 0;
	size_t n = 0;

	for (size_t i = 0; i < track->count; i++) {
		const struct track_beside *b = track->points[i].beside;

		if (b && b->anchor_code == code && isfinite(b->anchor)) {
			sum += b->anchor;
			n++;
		}
	}
	return sum / (double)n;
}

void anchor_apply(struct track *track)
{
	uint64_t code = 0;
	double mean = NAN;

	for (size_t i = 0; i < track->count; i++) {
		struct track_point *p = &track->points[i];
		const struct track_beside *b = p->beside;

		if (!b || !isfinite(b->anchor))
			continue;
		if (isnan(mean) || b->anchor_code != code) {
			code = b->anchor_code;
			mean = mean_of(track, code);
		}
		p->level += mean - b->anchor;
		if (isfinite(b->anchor_se))
			p->se = hypot(p->se, b->anchor_se);
	}
}

bool anchor_joins(const struct track_point *a, const struct track_point *b)
{
	return a->beside && b->beside && isfinite(a->beside->anchor) &&
	       isfinite(b->beside->anchor) && a->beside->anchor_code == b->beside->anchor_code;
}

bool same_ground(
	const struct tracks *tracks, const struct track_point *a, const struct track_point *b)
{
	return a->code && a->code == b->code && a->definition == b->definition &&
	       a->toolchain == b->toolchain &&
	       (tracks->nights[a->night].machine == tracks->nights[b->night].machine ||
		       anchor_joins(a, b));
}
