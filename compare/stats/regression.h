/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_STATS_REGRESSION_H
#define COMPARE_STATS_REGRESSION_H

#include "compare/stats/interval.h"
#include "compare/stats/prng.h"
#include "harness/base/err.h"

#include <stdbool.h>
#include <stddef.h>

/* Fewer non-zero rows carry too little information: the caller drops the predictor and
 * reports it. */
#define REGRESSION_NONZERO_MIN 10

/* The response and its predictors. Borrowed; all numbers finite. */
struct regression_data {
	size_t rows, predictors;
	const double *y;         /* one a row */
	const double *const *x;  /* x[predictor][row] */
	const char *const *name; /* of the predictors, for messages; may be NULL */
	bool intercept;
};

/* Ordinary least squares; release with regression_release(). */
struct regression {
	size_t terms; /* predictors, and 1 for the intercept, which comes first */
	double *coefficient, *error; /* y per unit of x; its standard error, NaN for df = 0 */
	size_t df;                   /* rows - terms */
	double residual_sd;          /* NaN for df = 0 */
	/* 1 - residuals / squares of y around its mean (as Core_bench gives it; below 0 where a
	 * line through the origin is worse than the mean). NaN where y is constant. */
	double r2_centred;
	/* R's: around 0 where there is no intercept, else the same. */
	double r2;
};

/* -1 with *e where there are fewer rows than terms, a number is not finite, or the terms are
 * collinear (a rank below their number by GSL's balanced singular value decomposition). */
int regression_fit(struct regression *r, const struct regression_data *data, struct err *e);
void regression_release(struct regression *r);

/*
 * Percentile intervals of all terms by resampling rows `count` times. Resamples whose terms are
 * collinear are left out; *used (may be NULL) gets the number of the others, 0: intervals NaN.
 * Returns -1 as regression_fit() does for the data themselves.
 */
int regression_bootstrap(const struct regression_data *data, size_t count, double level,
	struct prng *prng, struct interval *intervals, size_t *used, struct err *e);

size_t regression_nonzero(const double *values, size_t rows);

/* y = intercept + slope x by least squares. */
struct line {
	double intercept, slope;
	double r2; /* 1 - residuals / squares of y around its mean; NaN where y is constant */
};
/* NaN where fewer than two values of x differ. */
struct line line_fit(const double *x, const double *y, size_t n);
/* 95 % percentile interval of the slope over `count` resamples of the n > 0 points. */
struct interval line_slope_interval(
	const double *x, const double *y, size_t n, size_t count, struct prng *prng);

#endif
