/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/history/looks.h"

#include <math.h>
#include <string.h>

#include "compare/stats/distribution.h"

/* How much more than the test of a week, as z: tests of two nights, of three, of other lengths.
 * And how much less the segmentation asks for, so that a change that was reported does not come
 * and go. By simulation: docs/decisions/0021-budget-of-alarms.md. */
#define TWO_Z   1.4
#define THREE_Z 1.0
#define OTHER_Z 0.4
#define KEEP_Z  0.6
/* The scatter of a new level is shrunk to the noise, which counts as so many values more; one
 * bad night says little. By simulation. */
#define SCATTER_DF  3
#define SCATTER_MAX 12

struct looks looks_of(double z, double df)
{
	return (struct looks){ .two = -student_quantile(normal_sf(z + TWO_Z), df),
		.three = -student_quantile(normal_sf(z + THREE_Z), df),
		.usual = -student_quantile(normal_sf(z + OTHER_Z), df),
		.week = -student_quantile(normal_sf(z), df),
		.keep = -student_quantile(normal_sf(z - KEEP_Z), df) };
}

static size_t next_look(size_t values)
{
	return values < 5 ? values + 1 : values == 5 ? LOOKS_WEEK : 2 * values;
}

size_t looks_first(size_t least)
{
	size_t values = 2;

	while (values < least)
		values = next_look(values);
	return values;
}

static double asked_at(const struct looks *looks, size_t values)
{
	return values == 2            ? looks->two
	       : values == 3          ? looks->three
	       : values == LOOKS_WEEK ? looks->week
				      : looks->usual;
}

/* How much larger the variance of values at..to-1 is than their weights say; 1: it is not. */
static double scatter(const struct looks *looks, const struct segments_input *in, size_t at,
	size_t to, double mean)
{
	const double *raw = looks->raw ?: in->values;
	double sum = SCATTER_DF;

	for (size_t i = at; i < to; i++)
		sum += fmin(in->weights[i] * (raw[i] - mean) * (raw[i] - mean), SCATTER_MAX);
	return fmax(1, sum / (SCATTER_DF + (double)(to - at) - 1));
}

/* The most that a test of from..at-1 against at..to-1 exceeded what it asks for, as a ratio. */
static double passed_at(const struct looks *looks, const struct segments_input *in, size_t from,
	size_t at, size_t to)
{
	double before, after, old = segments_mean(in, from, at, &before), most = 0;
	double more = in->prices[at] - looks->keep * looks->keep;

	for (size_t m = 2; m <= to - at; m = next_look(m)) {
		double asked = asked_at(looks, m), new, ratio;

		if (m < in->least)
			continue;
		new = segments_mean(in, at, at + m, &after);
		after /= scatter(looks, in, at, at + m, new);
		ratio = (new - old) * (new - old) / (1 / before + 1 / after) /
			(asked * asked + more);
		most = ratio > most ? ratio : most;
	}
	return most;
}

/* Of all places where the change may stand: it was reported at the place of its day. */
static double passed_near(const struct looks *looks, const struct segments_input *in,
	size_t from, size_t at, size_t to)
{
	double most = 0;
	size_t low, high;

	segments_location(in, from, at, to, &low, &high);
	for (size_t i = low; i <= high; i++)
		most = fmax(most, passed_at(looks, in, from, i, to));
	return most;
}

size_t looks_keep(const struct looks *looks, const struct segments_input *in, size_t *starts,
	size_t count)
{
	while (count > 1) {
		double least = 1;
		size_t weakest = 0;

		for (size_t i = 1; i < count; i++) {
			double passed = passed_near(looks, in, starts[i - 1], starts[i],
				i + 1 < count ? starts[i + 1] : in->n);

			if (passed < least) {
				least = passed;
				weakest = i;
			}
		}
		if (!weakest)
			break;
		memmove(starts + weakest, starts + weakest + 1,
			(count - weakest - 1) * sizeof(*starts));
		count--;
	}
	return count;
}
