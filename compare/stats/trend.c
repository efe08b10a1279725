/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/stats/trend.h"

#include "compare/base/memory.h"
#include "compare/stats/distribution.h"
#include "compare/stats/quantile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct ties {
	double variance; /* sum of t (t - 1) (2 t + 5) */
	double pairs;    /* sum of t (t - 1) / 2 */
};

static struct ties ties_of(const double *values, size_t n)
{
	double *sorted = memory_zeroed(n, sizeof(*sorted));
	struct ties ties = { 0, 0 };

	if (n > 0)
		memcpy(sorted, values, n * sizeof(*sorted));
	quantile_sort(sorted, n);
	for (size_t i = 0, end; i < n; i = end) {
		double t;

		for (end = i + 1; end < n && sorted[end] == sorted[i];)
			end++;
		t = (double)(end - i);
		ties.variance += t * (t - 1) * (2 * t + 5);
		ties.pairs += t * (t - 1) / 2;
	}
	free(sorted);
	return ties;
}

struct mann_kendall mann_kendall(const double *values, size_t n)
{
	struct mann_kendall r = { .s = 0, .p = 1 };
	double count = (double)n, pairs = count * (count - 1) / 2;
	struct ties ties = ties_of(values, n);

	for (size_t i = 0; i < n; i++)
		for (size_t j = i + 1; j < n; j++)
			r.s += (values[j] > values[i]) - (values[j] < values[i]);
	r.variance = (count * (count - 1) * (2 * count + 5) - ties.variance) / 18;
	if (r.variance > 0 && r.s != 0)
		r.z = (r.s - copysign(1, r.s)) / sqrt(r.variance);
	r.p = fmin(1, 2 * normal_sf(fabs(r.z)));
	if (pairs > ties.pairs)
		r.tau_b = r.s / sqrt((pairs - ties.pairs) * pairs);
	return r;
}

double sen_slope(const double *values, size_t n)
{
	size_t count = 0;
	double *slope, median;

	if (n < 2)
		return NAN;
	slope = memory_zeroed(n * (n - 1) / 2, sizeof(*slope));
	for (size_t i = 0; i < n; i++)
		for (size_t j = i + 1; j < n; j++)
			slope[count++] = (values[j] - values[i]) / (double)(j - i);
	quantile_sort(slope, count);
	median = quantile_median(slope, count);
	free(slope);
	return median;
}
