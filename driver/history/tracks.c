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
