/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/stats/segments.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "compare/stats/quantile.h"

/*
 * Method: dynamic programming over the place where the last segment begins. Sums before each
 * place give the cost of any segment in constant time; values are taken relative to the first
 * one, as squares of large numbers would cancel. Equal costs go to fewer changes, so that
 * rounding errors make none. Prices and the shortest segment are the caller's.
 */

/* A place is left out only if it is worse by more than rounding explains, as a share of all
 * squares: the result is that of trying all places. */
#define ROUNDING 1e-11

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

/* A place at which the last segment may begin, and where its mean has to lie for that to cost
 * less than the places that came later. */
struct start {
	size_t place;
	double cost, low, high; /* cost: of all before it, with its price */
};

/* Narrows where the older start can be the better one; false: nowhere. */
static bool may_win(
	struct start *old, const struct start *new, const struct sums *s, double slack)
{
	/* Times the weight between the two, as a division for each pair is dear. */
	double w = s->w[new->place] - s->w[old->place];
	double wx = s->wx[new->place] - s->wx[old->place];
	double low = wx - old->low * w, high = old->high * w - wx, away;
	/* What it has to make up for with the values between the two: less their cost(). */
	double left =
		(new->cost + slack - old->cost - (s->wxx[new->place] - s->wxx[old->place])) *
			w +
		wx * wx;

	if (!(left >= 0))
		return false;
	/* It narrows nothing: no root is needed. */
	if (low * low <= left && high * high <= left)
		return true;
	away = sqrt(left);
	old->low = fmax(old->low, (wx - away) / w);
	old->high = fmin(old->high, (wx + away) / w);
	return old->low <= old->high;
}

/* A start that costs less takes the place of those that it beats for any mean: as what comes
 * adds the same to both, they stay worse (functional pruning: Maidstone et al. 2017, "On
 * optimal multiple changepoint algorithms for large data"; here with one interval for each
 * place). */
static size_t add_start(struct start *list, size_t count, const struct sums *s, size_t place,
	double before, double slack)
{
	struct start new = { place, before, -INFINITY, INFINITY };
	size_t kept = 0;

	for (size_t i = 0; i < count; i++)
		if (may_win(&list[i], &new, s, slack))
			list[kept++] = list[i];
	list[kept++] = new;
	return kept;
}

/* The best beginning of the last segment of the first `to` values. */
static size_t last_start(
	const struct sums *s, double *best, const struct start *list, size_t count, size_t to)
{
	size_t start = 0;

	best[to] = cost(s, 0, to);
	for (size_t i = 0; i < count; i++) {
		double c = list[i].cost;

		if (c >= best[to])
			continue;
		c += cost(s, list[i].place, to);
		if (c < best[to]) {
			best[to] = c;
			start = list[i].place;
		}
	}
	return start;
}

size_t segments_find(const struct segments_input *in, size_t *starts)
{
	struct sums s = sums_of(in);
	AUTO_FREE double *best = memory_zeroed(in->n + 1, sizeof(*best));
	AUTO_FREE size_t *before = memory_zeroed(in->n + 1, sizeof(*before));
	AUTO_FREE struct start *list = memory_array(in->n + 1, sizeof(*list));
	double slack = ROUNDING * (1 + s.wxx[in->n]);
	size_t count = 0, open = 0;

	for (size_t to = in->least; to <= in->n; to++) {
		size_t place = to - in->least;

		if (place >= in->least && isfinite(in->prices[place]))
			open = add_start(
				list, open, &s, place, best[place] + in->prices[place], slack);
		before[to] = last_start(&s, best, list, open, to);
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

#define SLACK_95 7.35

void segments_location(const struct segments_input *in, size_t from, size_t at, size_t to,
	size_t *low, size_t *high)
{
	struct sums s = sums_of(in);
	double best = cost(&s, from, at) + cost(&s, at, to) + in->prices[at];

	*low = *high = at;
	for (size_t i = from + 1; i < to; i++) {
		if (cost(&s, from, i) + cost(&s, i, to) + in->prices[i] > best + SLACK_95)
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
	memcpy(sorted, values, n * sizeof(*sorted));
	quantile_sort(sorted, n);
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
