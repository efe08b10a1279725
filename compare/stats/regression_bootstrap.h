/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_STATS_REGRESSION_BOOTSTRAP_H
#define COMPARE_STATS_REGRESSION_BOOTSTRAP_H

#include "compare/stats/prng.h"
#include "compare/stats/regression.h"
#include "compare/stats/summary.h"

/* Of 95 %. */
struct regression_intervals {
	struct interval *terms; /* the caller's: 1 + predictors */
	struct interval r2;
	size_t used; /* resamples that are not collinear; 0: intervals NaN */
};

/*
 * Percentile intervals of all terms and of R^2 from `count` resamples, each of groups and then
 * of rows within the groups drawn. Of collinear resamples none counts. Returns -1 as
 * regression_fit() does for the data themselves.
 */
int regression_bootstrap(const struct regression_data *data, size_t count, struct prng *prng,
	struct regression_intervals *intervals, struct err *e);

#endif
