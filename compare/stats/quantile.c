/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/stats/quantile.h"

#include "compare/base/memory.h"

#include <assert.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>

static void insertion_sort(double *values, size_t n)
{
	for (size_t i = 1; i < n; i++) {
		double x = values[i];
		size_t j = i;

		for (; j > 0 && values[j - 1] > x; j--)
			values[j] = values[j - 1];
		values[j] = x;
	}
}

void quantile_sort(double *values, size_t n)
{
	/* A launch has tens of samples: there this is several times faster than a heap sort. */
	if (n <= 48)
		insertion_sort(values, n);
	else
		gsl_sort(values, 1, n);
}

bool quantile_rises(const double *values, size_t n)
{
	for (size_t i = 1; i < n; i++)
		if (values[i] < values[i - 1])
			return false;
	return true;
}

size_t quantile_drop_nan(double *values, size_t n)
{
	size_t kept = 0;

	for (size_t i = 0; i < n; i++)
		if (!isnan(values[i]))
			values[kept++] = values[i];
	return kept;
}

double quantile_r1(const double *sorted, size_t n, size_t i, size_t parts)
{
	size_t rank;

	assert(parts > 0 && i <= parts);
	if (n == 0)
		return NAN;
	rank = (n * i + parts - 1) / parts;
	return sorted[rank > 0 ? rank - 1 : 0];
}

/* Not an interpolation between equal values: infinity minus itself is no number. */
static double between(double low, double high, double part)
{
	return part == 0 || low == high ? low : (1 - part) * low + part * high;
}

double quantile_r7(const double *sorted, size_t n, double q)
{
	double place;
	size_t low;

	if (n == 0 || !(q >= 0 && q <= 1))
		return NAN;
	place = (double)(n - 1) * q;
	low = (size_t)place;
	return low + 1 < n ? between(sorted[low], sorted[low + 1], place - (double)low)
			   : sorted[low];
}

/* At a place from 0, among values in any order. */
static double select_at(double *values, size_t n, double place)
{
	size_t low = (size_t)place;
	double value = gsl_stats_select(values, 1, n, low), next = INFINITY;

	if (place == (double)low)
		return value;
	/* What was not selected so far is larger. */
	for (size_t i = low + 1; i < n; i++)
		next = values[i] < next ? values[i] : next;
	return between(value, next, place - (double)low);
}

double quantile_r7_unsorted(double *values, size_t n, double q)
{
	if (n == 0 || !(q >= 0 && q <= 1))
		return NAN;
	return select_at(values, n, (double)(n - 1) * q);
}

double quantile_r8_unsorted(double *values, size_t n, double q)
{
	double place = (double)n * q + (q + 1) / 3 - 1;

	if (n == 0 || !(q >= 0 && q <= 1))
		return NAN;
	return select_at(values, n, fmin(fmax(place, 0), (double)(n - 1)));
}

double quantile_median(const double *sorted, size_t n)
{
	return quantile_r7(sorted, n, 0.5);
}

double quantile_median_of(const double *values, size_t n)
{
	AUTO_FREE double *copy = memory_zeroed(n, sizeof(*copy));

	for (size_t i = 0; i < n; i++)
		copy[i] = values[i];
	return quantile_r7_unsorted(copy, quantile_drop_nan(copy, n), 0.5);
}

double quantile_mad(const double *values, size_t n, double centre)
{
	AUTO_FREE double *distance = memory_zeroed(n, sizeof(*distance));

	for (size_t i = 0; i < n; i++)
		distance[i] = fabs(values[i] - centre);
	return quantile_median_of(distance, n);
}

/* Probability that exactly k of n values lie below the median; 0 outside. */
static double mass(size_t k, size_t n)
{
	if (k > n)
		return 0;
	/* From the same end, so that both sides are equal to the last digit. */
	k = k < n - k ? k : n - k;
	return gsl_ran_binomial_pdf((unsigned)k, 0.5, (unsigned)n);
}

struct order_interval median_ranks(size_t n, double level)
{
	struct order_interval r = { .low = (n + 1) / 2, .high = (n + 1) / 2 + 1 };

	r.confidence = mass(r.low, n);
	while (r.confidence < level && (r.low > 0 || r.high <= n)) {
		double left = r.low > 0 ? mass(r.low - 1, n) : 0, right = mass(r.high, n);

		if (r.low > 0 && left >= right) {
			r.confidence += left;
			r.low--;
		} else {
			r.confidence += right;
			r.high++;
		}
	}
	return r;
}

struct interval median_interval(const double *sorted, size_t n, double level)
{
	struct order_interval r = median_ranks(n, level);

	return (struct interval){ r.low > 0 ? sorted[r.low - 1] : -INFINITY,
		r.high <= n ? sorted[r.high - 1] : INFINITY };
}
