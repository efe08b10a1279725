/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/verdict/outliers.h"

#include "compare/base/memory.h"
#include "compare/stats/quantile.h"

#include <math.h>

/* Of a normal distribution: SD / median deviation. */
#define SD_OF_MEDIAN_DEVIATION 1.4826

/* Of the values of a sorted array; sorts. */
static double median(double *values, size_t n)
{
	quantile_sort(values, n);
	return quantile_r7(values, n, 0.5);
}

/* The middle of the changes, and how far from it none is an outlier. */
static void limits(const struct control *controls, size_t n, double *middle, double *reach)
{
	AUTO_FREE double *values = memory_zeroed(n, sizeof(*values));
	double spread = 0;
	size_t known = 0;

	for (size_t i = 0; i < n; i++)
		if (isfinite(controls[i].change))
			values[known++] = controls[i].change;
	*middle = 0;
	if (known >= OUTLIER_SPREAD_FROM) {
		*middle = median(values, known);
		for (size_t i = 0; i < known; i++)
			values[i] = fabs(values[i] - *middle);
		spread = SD_OF_MEDIAN_DEVIATION * median(values, known);
	}
	*reach = fmax(log1p(OUTLIER_LEAST), OUTLIER_SPREADS * spread);
}

static bool is_outlying(const struct control *c, size_t n, double middle, double reach)
{
	double away = fabs(c->change - middle);
	double nearest = c->change > middle ? c->low - middle : middle - c->high;

	return c->p * (double)n <= OUTLIER_ALARMS && away >= reach && nearest >= reach / 2;
}

size_t outliers_find(const struct control *controls, size_t n, bool *outlying)
{
	double middle, reach;
	size_t count = 0;

	limits(controls, n, &middle, &reach);
	for (size_t i = 0; i < n; i++) {
		outlying[i] = is_outlying(&controls[i], n, middle, reach);
		count += outlying[i];
	}
	return count;
}
