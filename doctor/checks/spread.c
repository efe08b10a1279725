/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/checks/spread.h"

#include "compare/base/memory.h"
#include "compare/stats/quantile.h"
#include "compare/stats/summary.h"

#include <math.h>

#define BUT_ONE_FROM 10

/* Of ln of the values that are not 0. */
static double sd_of(const struct series *series, launch_values *of, bool but_one)
{
	AUTO_FREE double *values = memory_zeroed(series->count, sizeof(*values));
	size_t count = of(series, values), n = 0, farthest = 0;
	double median;

	for (size_t i = 0; i < count; i++)
		if (values[i] > 0)
			values[n++] = log(values[i]);
	median = n ? quantile_median_of(values, n) : NAN;
	for (size_t i = 1; i < n; i++)
		if (fabs(values[i] - median) > fabs(values[farthest] - median))
			farthest = i;
	if (but_one && n >= BUT_ONE_FROM)
		values[farthest] = values[--n];
	return n >= 3 ? moments_of(values, n).sd : NAN;
}

double spread_between(const struct series *series, bool but_one)
{
	return fmin(fmin(sd_of(series, series_values, but_one),
			    sd_of(series, series_minima, but_one)),
		sd_of(series, series_cpu_times, but_one));
}
