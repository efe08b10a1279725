/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/history/anchor.h"

#include <math.h>

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
