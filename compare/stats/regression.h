/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_STATS_REGRESSION_H
#define COMPARE_STATS_REGRESSION_H

#include <stdbool.h>
#include <stddef.h>

#include "compare/stats/prng.h"
#include "compare/stats/summary.h"
#include "harness/base/err.h"

/* Fewer non-zero rows carry too little information: the caller drops the predictor and
 * reports it. */
#define REGRESSION_NONZERO_MIN 10

/* The response and its predictors. Borrowed; all numbers finite. */
struct regression_data {
	size_t rows, predictors;
	const double *y;         /* one a row */
	const double *const *x;  /* x[predictor][row] */
	const char *const *name; /* of the predictors, for messages */
	/* Rows that belong together (of a launch) stand in a group: group_end[g] is the first
	 * row behind group g. groups 0: all rows are one group. */
	const size_t *group_end;
	size_t groups;
};

/* Ordinary least squares with an intercept; release with regression_release(). */
struct regression {
	size_t terms;                /* the intercept, which comes first, and the predictors */
	double *coefficient, *error; /* y per unit of x; its standard error, NaN for df = 0 */
	size_t df;                   /* rows - terms */
	double r2; /* 1 - residuals / squares of y around its mean; NaN where y is constant */
};

/* -1 with *e where there are fewer rows than terms, a number is not finite, or predictors are
 * collinear (a rank below the terms by GSL's balanced singular value decomposition); the
 * message names these. */
int regression_fit(struct regression *r, const struct regression_data *data, struct err *e);
void regression_release(struct regression *r);

size_t regression_nonzero(const double *values, size_t rows);

/* y = intercept + slope x by least squares. */
struct fitted_line {
	double intercept, slope;
	double r2; /* 1 - residuals / squares of y around its mean; NaN where y is constant */
};
/* NaN where fewer than two values of x differ. */
struct fitted_line line_fit(const double *x, const double *y, size_t n);

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
