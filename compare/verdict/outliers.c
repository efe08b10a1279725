/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/verdict/outliers.h"

#include "compare/base/memory.h"
#include "compare/stats/quantile.h"

#include <math.h>

/* The middle of the changes, and how far from it none is an outlier. */
static void limits(struct row *const *controls, size_t n, double *middle, double *reach)
{
	AUTO_FREE double *values = memory_zeroed(n, sizeof(*values));
	double spread = 0;
	size_t known = 0;

	for (size_t i = 0; i < n; i++) {
		values[known] = log(controls[i]->time.ratio);
		known += isfinite(values[known]);
	}
	*middle = 0;
	if (known >= OUTLIER_SPREAD_FROM) {
		*middle = quantile_median_of(values, known);
		spread = QUANTILE_MAD_SCALE * quantile_mad(values, known, *middle);
	}
	*reach = fmax(log1p(OUTLIER_LEAST), OUTLIER_SPREADS * spread);
}

static bool is_outlying(const struct metric_change *c, size_t n, double middle, double reach)
{
	double change = log(c->ratio), away = fabs(change - middle);
	double nearest = change > middle ? log(c->low) - middle : middle - log(c->high);

	return c->p * (double)n <= OUTLIER_ALARMS && away >= reach && nearest >= reach / 2;
}

size_t outliers_find(struct row *const *controls, size_t n, bool *outlying)
{
	double middle, reach;
	size_t count = 0;

	limits(controls, n, &middle, &reach);
	for (size_t i = 0; i < n; i++) {
		outlying[i] = is_outlying(&controls[i]->time, n, middle, reach);
		count += outlying[i];
	}
	return count;
}
