/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/history/anchor.h"

#include <math.h>

/* The mean level of the pinned build with that code. */
static double mean_of(const struct track *track, uint64_t code)
{
	double sum = 0;
	size_t n = 0;

	for (size_t i = 0; i < track->count; i++) {
		const struct track_point *p = &track->points[i];

		if (p->anchor_code == code && isfinite(p->anchor)) {
			sum += p->anchor;
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

		p->raw = p->level;
		if (!isfinite(p->anchor))
			continue;
		if (isnan(mean) || p->anchor_code != code) {
			code = p->anchor_code;
			mean = mean_of(track, code);
		}
		p->level += mean - p->anchor;
		if (isfinite(p->anchor_se))
			p->se = hypot(p->se, p->anchor_se);
	}
}

bool anchor_joins(const struct track_point *a, const struct track_point *b)
{
	return isfinite(a->anchor) && isfinite(b->anchor) && a->anchor_code == b->anchor_code;
}
