/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/checks/spread.h"

#include "compare/base/memory.h"
#include "compare/stats/quantile.h"
#include "compare/stats/summary.h"

#include <math.h>

/* ln of the launches' values that are not 0. The caller frees. */
static double *logarithms(const struct series *series, size_t *n)
{
	double *values = memory_zeroed(series->count, sizeof(*values));
	size_t count = series_values(series, values);

	*n = 0;
	for (size_t i = 0; i < count; i++)
		if (values[i] > 0)
			values[(*n)++] = log(values[i]);
	return values;
}

double spread_between(const struct series *series)
{
	size_t n;
	AUTO_FREE double *values = logarithms(series, &n);

	return n >= 3 ? moments_of(values, n).sd : NAN;
}

double spread_but_one(const struct series *series)
{
	size_t n, farthest = 0;
	AUTO_FREE double *values = logarithms(series, &n);
	double median = quantile_median_of(values, n), sd;

	for (size_t i = 1; i < n; i++)
		if (fabs(values[i] - median) > fabs(values[farthest] - median))
			farthest = i;
	if (n >= SPREAD_BUT_ONE_FROM)
		values[farthest] = values[--n];
	sd = n >= 3 ? moments_of(values, n).sd : NAN;
	return sd;
}
