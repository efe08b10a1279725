/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/history/drift.h"

#include <math.h>
#include <stdlib.h>

#include "compare/base/memory.h"

#define LEAST_NIGHTS 7
#define MARGIN       4
/* Places that are tried for each end. */
#define PLACES 24

/* Of the values before each place, counted from `begin`, i, and y relative to the first one. */
struct sums {
	double w, wi, wii, wy, wiy, wyy;
};

static struct sums *sums_of(const struct segments_input *in, size_t begin, size_t end)
{
	struct sums *sums = memory_array(end - begin + 1, sizeof(*sums));

	sums[0] = (struct sums){ 0 };
	for (size_t k = 0; k < end - begin; k++) {
		double i = (double)k, w = in->weights[begin + k];
		double y = in->values[begin + k] - in->values[begin];
		const struct sums *s = &sums[k];

		sums[k + 1] = (struct sums){ s->w + w, s->wi + w * i, s->wii + w * i * i,
			s->wy + w * y, s->wiy + w * i * y, s->wyy + w * y * y };
	}
	return sums;
}

/* Weighted squares around the mean of values from..to-1. */
static double squares(const struct sums *sums, size_t from, size_t to)
{
	double w = sums[to].w - sums[from].w, wy = sums[to].wy - sums[from].wy;

	return sums[to].wyy - sums[from].wyy - wy * wy / w;
}

/* Weighted squares around the best drift between these places; sets its effect. x, the share of
 * the drift that a value has, is 0 up to `from` and 1 from `to` on. */
static double fit(const struct sums *sums, size_t n, struct drift *drift)
{
	const struct sums *a = &sums[drift->from], *b = &sums[drift->to], *all = &sums[n];
	double from = (double)drift->from, length = (double)drift->to - from;
	double wi = b->wi - a->wi - from * (b->w - a->w);
	double wii = b->wii - a->wii - 2 * from * (b->wi - a->wi) + from * from * (b->w - a->w);
	double wiy = b->wiy - a->wiy - from * (b->wy - a->wy);
	double wx = wi / length + all->w - b->w;
	double wxx = wii / (length * length) + all->w - b->w;
	double wxy = wiy / length + all->wy - b->wy;
	double spread = wxx - wx * wx / all->w;

	drift->effect = (wxy - wx * all->wy / all->w) / spread;
	drift->se = sqrt(1 / spread);
	return squares(sums, 0, n) - drift->effect * drift->effect * spread;
}

bool drift_fits(const struct segments_input *in, size_t begin, const size_t *steps,
	size_t count, size_t end, struct drift *drift)
{
	AUTO_FREE struct sums *sums = sums_of(in, begin, end);
	size_t first = steps[0] - begin, last = steps[count - 1] - begin, n = end - begin;
	size_t pace = 1 + first / PLACES, stride = 1 + (n - last) / PLACES;
	double stairs = squares(sums, 0, first) - MARGIN, best = INFINITY;

	for (size_t k = 0; k < count; k++)
		stairs += squares(sums, steps[k] - begin,
				  k + 1 < count ? steps[k + 1] - begin : n) +
			  (k < 2 ? 0 : in->prices[steps[k]]);
	for (size_t from = 0; from < first; from += pace)
		for (size_t to = last; to < n; to += stride) {
			struct drift one = { .from = from, .to = to };
			double left = fit(sums, n, &one);

			if (to - from < LEAST_NIGHTS || !(left < best))
				continue;
			best = left;
			*drift = one;
		}
	drift->from += begin;
	drift->to += begin;
	return best < stairs;
}
