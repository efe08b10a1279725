/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/history/drift.h"

#include <math.h>

#define LEAST_NIGHTS 7
#define MARGIN       4
/* Places that are tried for each end. */
#define PLACES 24

/* Weighted squares around the mean of values from..to-1. */
static double squares(const struct segments_input *in, size_t from, size_t to)
{
	double weight, mean = segments_mean(in, from, to, &weight), sum = 0;

	for (size_t i = from; i < to; i++)
		sum += in->weights[i] * (in->values[i] - mean) * (in->values[i] - mean);
	return sum;
}

/* The share of the drift that the value has. */
static double share(const struct drift *drift, size_t i)
{
	return i <= drift->from ? 0
	       : i >= drift->to ? 1
				: (double)(i - drift->from) / (double)(drift->to - drift->from);
}

/* Weighted squares around the best drift between these places; sets its effect. */
static double fit(
	const struct segments_input *in, size_t begin, size_t end, struct drift *drift)
{
	double w = 0, wx = 0, wy = 0, wxx = 0, wxy = 0, wyy = 0, spread;

	for (size_t i = begin; i < end; i++) {
		double x = share(drift, i), y = in->values[i] - in->values[begin];
		double weight = in->weights[i];

		w += weight;
		wx += weight * x;
		wy += weight * y;
		wxx += weight * x * x;
		wxy += weight * x * y;
		wyy += weight * y * y;
	}
	spread = wxx - wx * wx / w;
	drift->effect = (wxy - wx * wy / w) / spread;
	drift->se = sqrt(1 / spread);
	return wyy - wy * wy / w - drift->effect * drift->effect * spread;
}

bool drift_fits(const struct segments_input *in, size_t begin, const size_t *steps,
	size_t count, size_t end, struct drift *drift)
{
	double stairs = squares(in, begin, steps[0]) - MARGIN, best = INFINITY;
	size_t last = steps[count - 1];
	size_t pace = 1 + (steps[0] - begin) / PLACES, stride = 1 + (end - last) / PLACES;

	for (size_t k = 0; k < count; k++)
		stairs += squares(in, steps[k], k + 1 < count ? steps[k + 1] : end) +
			  (k < 2 ? 0 : in->prices[steps[k]]);
	for (size_t from = begin; from < steps[0]; from += pace)
		for (size_t to = last; to < end; to += stride) {
			struct drift one = { .from = from, .to = to };
			double left = fit(in, begin, end, &one);

			if (to - from < LEAST_NIGHTS || !(left < best))
				continue;
			best = left;
			*drift = one;
		}
	return best < stairs;
}
