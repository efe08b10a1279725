/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/checks/spread.h"

#include "compare/base/memory.h"
#include "compare/stats/quantile.h"
#include "compare/stats/summary.h"

#include <math.h>

/* ln of the values that are not 0. The caller frees. */
static double *logarithms(const struct series *series, launch_values *of, size_t *n)
{
	double *values = memory_zeroed(series->count, sizeof(*values));
	size_t count = of(series, values);

	*n = 0;
	for (size_t i = 0; i < count; i++)
		if (values[i] > 0)
			values[(*n)++] = log(values[i]);
	return values;
}

static double sd_of(const struct series *series, launch_values *of)
{
	size_t n;
	AUTO_FREE double *values = logarithms(series, of, &n);

	return n >= 3 ? moments_of(values, n).sd : NAN;
}

static double sd_but_one(const struct series *series, launch_values *of)
{
	size_t n, farthest = 0;
	AUTO_FREE double *values = logarithms(series, of, &n);
	double median = n ? quantile_median_of(values, n) : NAN;

	for (size_t i = 1; i < n; i++)
		if (fabs(values[i] - median) > fabs(values[farthest] - median))
			farthest = i;
	if (n >= SPREAD_BUT_ONE_FROM)
		values[farthest] = values[--n];
	return n >= 3 ? moments_of(values, n).sd : NAN;
}

double spread_between(const struct series *series)
{
	return fmin(fmin(sd_of(series, series_values), sd_of(series, series_minima)),
		sd_of(series, series_cpu_times));
}

double spread_but_one(const struct series *series)
{
	return fmin(fmin(sd_but_one(series, series_values), sd_but_one(series, series_minima)),
		sd_but_one(series, series_cpu_times));
}
