/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_STATS_REGRESSION_BOOTSTRAP_H
#define COMPARE_STATS_REGRESSION_BOOTSTRAP_H

#include "compare/stats/prng.h"
#include "compare/stats/regression.h"
#include "compare/stats/summary.h"

/*
 * Percentile intervals of all terms and of R^2 from `count` resamples, each of groups and then
 * of rows within the groups drawn. Of collinear resamples none counts; *used (may be NULL) gets
 * the number of the others, 0: intervals NaN. Returns -1 as regression_fit() does for the data
 * themselves.
 */
int regression_bootstrap(const struct regression_data *data, size_t count, double level,
	struct prng *prng, struct interval *intervals, struct interval *r2, size_t *used,
	struct err *e);

#endif
