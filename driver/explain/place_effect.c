/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/explain/place_effect.h"

#include <math.h>

#include "compare/stats/distribution.h"
#include "compare/stats/summary.h"

/* One in so many changes is left out at each end: Yuen's 20 %. */
#define TRIM 5

static enum place_answer answer_of(const struct place_effect *effect, double measured)
{
	double sign = measured < 0 ? -1 : 1;
	double least = fmin(sign * effect->low, sign * effect->high);
	double most = fmax(sign * effect->low, sign * effect->high);

	if (least > 0)
		return PLACE_IS_CODE;
	return most < fabs(measured) / 2 ? PLACE_IS_PLACE : PLACE_UNDECIDED;
}

struct place_effect place_effect_of(const double *changes, size_t n, double measured)
{
	struct trimmed mean = trimmed_of(changes, n, n / TRIM);
	struct place_effect effect = {
		.placements = n, .code = mean.mean, .low = NAN, .high = NAN, .place = NAN
	};
	double half;

	if (n < PLACE_LEAST)
		return effect;
	half = student_quantile(1 - (1 - PLACE_LEVEL) / (2 * PLACE_LOOKS), mean.df) *
	       sqrt(mean.s2 / (double)n);
	effect.low = mean.mean - half;
	effect.high = mean.mean + half;
	effect.place = moments_of(changes, n).sd;
	effect.answer = answer_of(&effect, measured);
	return effect;
}
