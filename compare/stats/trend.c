/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/stats/trend.h"

#include "compare/base/memory.h"
#include "compare/stats/distribution.h"
#include "compare/stats/quantile.h"

#include <math.h>
#include <string.h>

/* What ties take from the variance: the sum of t (t - 1) (2 t + 5). */
static double ties_of(const double *values, size_t n)
{
	AUTO_FREE double *sorted = memory_zeroed(n, sizeof(*sorted));
	double ties = 0;

	if (n > 0)
		memcpy(sorted, values, n * sizeof(*sorted));
	quantile_sort(sorted, n);
	for (size_t i = 0, end; i < n; i = end) {
		double t;

		for (end = i + 1; end < n && sorted[end] == sorted[i];)
			end++;
		t = (double)(end - i);
		ties += t * (t - 1) * (2 * t + 5);
	}
	return ties;
}

struct mann_kendall mann_kendall(const double *values, size_t n)
{
	struct mann_kendall r = { .s = 0, .p = 1 };
	double count = (double)n;

	for (size_t i = 0; i < n; i++)
		for (size_t j = i + 1; j < n; j++)
			r.s += (values[j] > values[i]) - (values[j] < values[i]);
	r.variance = (count * (count - 1) * (2 * count + 5) - ties_of(values, n)) / 18;
	if (r.variance > 0 && r.s != 0)
		r.z = (r.s - copysign(1, r.s)) / sqrt(r.variance);
	r.p = fmin(1, 2 * normal_sf(fabs(r.z)));
	return r;
}

double sen_slope(const double *values, size_t n)
{
	size_t count = 0;
	AUTO_FREE double *slope = NULL;

	if (n < 2)
		return NAN;
	slope = memory_zeroed(n * (n - 1) / 2, sizeof(*slope));
	for (size_t i = 0; i < n; i++)
		for (size_t j = i + 1; j < n; j++)
			slope[count++] = (values[j] - values[i]) / (double)(j - i);
	quantile_sort(slope, count);
	return quantile_median(slope, count);
}
