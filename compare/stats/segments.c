/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/stats/segments.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "compare/base/memory.h"

/*
 * Method: dynamic programming over the place where the last segment begins. Sums before each
 * place give the cost of any segment in constant time; values are taken relative to the first
 * one, as squares of large numbers would cancel. Equal costs go to fewer changes, so that
 * rounding errors make none. There are no constants here: prices and the shortest segment are
 * the caller's.
 */

/* Sums of weight, weight x and weight x^2 over the values before each place. */
struct sums {
	double *w, *wx, *wxx;
};

static struct sums sums_of(const struct segments_input *in)
{
	struct sums s;
	double shift = in->n ? in->values[0] : 0; /* against cancellation */

	s.w = memory_zeroed(3 * (in->n + 1), sizeof(double));
	s.wx = s.w + in->n + 1;
	s.wxx = s.wx + in->n + 1;
	for (size_t i = 0; i < in->n; i++) {
		double x = in->values[i] - shift, w = in->weights[i];

		s.w[i + 1] = s.w[i] + w;
		s.wx[i + 1] = s.wx[i] + w * x;
		s.wxx[i + 1] = s.wxx[i] + w * x * x;
	}
	return s;
}

static inline double cost(const struct sums *s, size_t from, size_t to)
{
	double w = s->w[to] - s->w[from], wx = s->wx[to] - s->wx[from];

	return s->wxx[to] - s->wxx[from] - wx * wx / w;
}

/* Places at which the last segment may begin. */
struct places {
	size_t *list, count;
};

/*
 * Leaves out the places that can no longer begin the last segment, as another change at the
 * cheaper place `at` would cost less (the pruning of PELT: Killick, Fearnhead, Eckley 2012,
 * "Optimal detection of changepoints with a linear computational cost").
 */
static void prune(const struct segments_input *in, const struct sums *s, const double *best,
	struct places *places, size_t at)
{
	double most = best[at] + in->prices[at];
	size_t kept = 0;

	for (size_t i = 0; i < places->count; i++) {
		size_t from = places->list[i];

		if (in->prices[from] > in->prices[at] &&
			best[from] + in->prices[from] + cost(s, from, at) >= most)
			continue;
		places->list[kept++] = from;
	}
	places->count = kept;
}

/* The best beginning of the last segment of the first `to` values. */
static size_t last_start(const struct segments_input *in, const struct sums *s, double *best,
	const struct places *places, size_t to)
{
	size_t start = 0;

	best[to] = cost(s, 0, to);
	for (size_t i = 0; i < places->count; i++) {
		size_t from = places->list[i];
		double c = best[from] + in->prices[from];

		if (c >= best[to])
			continue;
		c += cost(s, from, to);
		if (c < best[to]) {
			best[to] = c;
			start = from;
		}
	}
	return start;
}

size_t segments_find(const struct segments_input *in, size_t *starts)
{
	struct sums s = sums_of(in);
	AUTO_FREE double *best = memory_zeroed(in->n + 1, sizeof(*best));
	AUTO_FREE size_t *before = memory_zeroed(2 * (in->n + 1), sizeof(*before));
	size_t count = 0;
	struct places places = { before + in->n + 1, 0 };

	for (size_t to = in->least; to <= in->n; to++) {
		if (to >= 2 * in->least) {
			prune(in, &s, best, &places, to - in->least);
			places.list[places.count++] = to - in->least;
		}
		before[to] = last_start(in, &s, best, &places, to);
	}
	for (size_t at = in->n; at > 0; at = before[at])
		starts[count++] = before[at];
	for (size_t i = 0; i < count / 2; i++) {
		size_t swap = starts[i];

		starts[i] = starts[count - 1 - i];
		starts[count - 1 - i] = swap;
	}
	free(s.w);
	return count;
}

void segments_location(const struct segments_input *in, size_t from, size_t at, size_t to,
	double slack, size_t *low, size_t *high)
{
	struct sums s = sums_of(in);
	double best = cost(&s, from, at) + cost(&s, at, to) + in->prices[at];

	*low = *high = at;
	for (size_t i = from + 1; i < to; i++) {
		if (cost(&s, from, i) + cost(&s, i, to) + in->prices[i] > best + slack)
			continue;
		*low = i < *low ? i : *low;
		*high = i > *high ? i : *high;
	}
	free(s.w);
}

double segments_mean(const struct segments_input *in, size_t from, size_t to, double *weight)
{
	double sum = 0;

	*weight = 0;
	for (size_t i = from; i < to; i++) {
		sum += in->weights[i] * in->values[i];
		*weight += in->weights[i];
	}
	return sum / *weight;
}

/* Of an odd number of values. */
static double middle_of(const double *values, size_t n)
{
	double sorted[2 * SEGMENTS_LEAST_MAX];

	assert(n % 2);
	for (size_t i = 0; i < n; i++) {
		size_t k = i;

		for (; k && sorted[k - 1] > values[i]; k--)
			sorted[k] = sorted[k - 1];
		sorted[k] = values[i];
	}
	return sorted[n / 2];
}

void segments_clip(const double *values, const double *weights, size_t n, size_t least,
	double limit, double *out)
{
	size_t around = 2 * least - 1;

	for (size_t i = 0; i < n; i++) {
		size_t first = i < least - 1 ? 0 : i - (least - 1);
		double centre, most = limit / sqrt(weights[i]);

		if (n < around) {
			out[i] = values[i];
			continue;
		}
		first = first + around > n ? n - around : first;
		centre = middle_of(values + first, around);
		out[i] = fmin(fmax(values[i], centre - most), centre + most);
	}
}
