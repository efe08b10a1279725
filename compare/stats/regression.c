/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/stats/regression.h"

#include "compare/base/memory.h"
#include "compare/stats/bootstrap.h"
#include "compare/stats/quantile.h"
#include "compare/stats/summary.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_multifit.h>
#include <math.h>
#include <stdlib.h>

/* Singular values below this share of the largest, columns balanced, are none. Wampler's fifth
 * degree keeps 1e-7; exact collinearity leaves 1e-16. */
#define RANK_TOLERANCE 1e-12

static size_t terms_of(const struct regression_data *data)
{
	return data->predictors + (data->intercept ? 1 : 0);
}

static int check(const struct regression_data *data, struct err *e)
{
	if (terms_of(data) == 0)
		return bd_err(e, "a regression needs a predictor or an intercept");
	if (data->rows < terms_of(data))
		return bd_err(
			e, "%zu rows are too few to fit %zu terms", data->rows, terms_of(data));
	for (size_t row = 0; row < data->rows; row++) {
		bool finite = isfinite(data->y[row]);

		for (size_t k = 0; k < data->predictors; k++)
			finite = finite && isfinite(data->x[k][row]);
		if (!finite)
			return bd_err(
				e, "row %zu of the regression holds no finite number", row + 1);
	}
	return 0;
}

/* Work space of a fit. */
struct fit {
	gsl_matrix *x, *covariance;
	gsl_vector *y, *coefficient;
	gsl_multifit_linear_workspace *work;
};

static struct fit fit_new(size_t rows, size_t terms)
{
	struct fit f;

	f.x = gsl_matrix_alloc(rows, terms);
	f.covariance = gsl_matrix_alloc(terms, terms);
	f.y = gsl_vector_alloc(rows);
	f.coefficient = gsl_vector_alloc(terms);
	f.work = gsl_multifit_linear_alloc(rows, terms);
	if (!f.x || !f.covariance || !f.y || !f.coefficient || !f.work)
		memory_fatal("regression");
	return f;
}

static void fit_release(struct fit *f)
{
	gsl_matrix_free(f->x);
	gsl_matrix_free(f->covariance);
	gsl_vector_free(f->y);
	gsl_vector_free(f->coefficient);
	gsl_multifit_linear_free(f->work);
}

static void fit_set_row(
	struct fit *f, size_t at, const struct regression_data *data, size_t row)
{
	size_t term = 0;

	if (data->intercept)
		gsl_matrix_set(f->x, at, term++, 1);
	for (size_t k = 0; k < data->predictors; k++)
		gsl_matrix_set(f->x, at, term++, data->x[k][row]);
	gsl_vector_set(f->y, at, data->y[row]);
}

/* False where the terms are collinear. */
static bool fit_solve(struct fit *f, double *residual_squares)
{
	size_t rank = 0;
	int status = gsl_multifit_linear_tsvd(f->x, f->y, RANK_TOLERANCE, f->coefficient,
		f->covariance, residual_squares, &rank, f->work);

	return status == GSL_SUCCESS && rank == f->x->size2;
}

static int collinear(const struct regression_data *data, struct err *e)
{
	const char *last = data->name && data->predictors > 0 ? data->name[data->predictors - 1]
							      : "a predictor";

	return bd_err(e,
		"the %zu terms of the regression are collinear: leave out %s or another one",
		terms_of(data), last);
}

/* GSL's residuals are exact to the rank's tolerance only; these are those of the coefficients.
 */
static double residual_squares_of(const struct regression_data *data, const double *coefficient)
{
	long double squares = 0;

	for (size_t row = 0; row < data->rows; row++) {
		long double rest = data->y[row];
		size_t term = 0;

		if (data->intercept)
			rest -= coefficient[term++];
		for (size_t k = 0; k < data->predictors; k++)
			rest -= (long double)coefficient[term++] * data->x[k][row];
		squares += rest * rest;
	}
	return (double)squares;
}

static void set_quality(struct regression *r, const struct regression_data *data)
{
	double residuals = residual_squares_of(data, r->coefficient);
	double mean = moments_of(data->y, data->rows).mean, centred = 0, plain = 0;

	for (size_t row = 0; row < data->rows; row++) {
		centred += (data->y[row] - mean) * (data->y[row] - mean);
		plain += data->y[row] * data->y[row];
	}
	r->residual_sd = r->df > 0 ? sqrt(residuals / (double)r->df) : NAN;
	r->r2_centred = centred > 0 ? 1 - residuals / centred : NAN;
	r->r2 = r->r2_centred;
	if (!data->intercept)
		r->r2 = plain > 0 ? 1 - residuals / plain : NAN;
}

int regression_fit(struct regression *r, const struct regression_data *data, struct err *e)
{
	struct fit f;
	double squares;
	int result = 0;

	*r = (struct regression){ .terms = terms_of(data) };
	if (check(data, e))
		return -1;
	f = fit_new(data->rows, r->terms);
	for (size_t row = 0; row < data->rows; row++)
		fit_set_row(&f, row, data, row);
	if (!fit_solve(&f, &squares)) {
		result = collinear(data, e);
		goto out;
	}
	r->df = data->rows - r->terms;
	r->coefficient = memory_zeroed(r->terms, sizeof(double));
	r->error = memory_zeroed(r->terms, sizeof(double));
	for (size_t i = 0; i < r->terms; i++) {
		r->coefficient[i] = gsl_vector_get(f.coefficient, i);
		r->error[i] = r->df > 0 ? sqrt(gsl_matrix_get(f.covariance, i, i)) : NAN;
	}
	set_quality(r, data);
out:
	fit_release(&f);
	return result;
}

void regression_release(struct regression *r)
{
	free(r->coefficient);
	free(r->error);
	*r = (struct regression){ 0 };
}

int regression_bootstrap(const struct regression_data *data, size_t count, double level,
	struct prng *prng, struct interval *intervals, size_t *used, struct err *e)
{
	size_t terms = terms_of(data), kept = 0;
	struct regression once;
	double *resampled, squares;
	struct fit f;

	if (regression_fit(&once, data, e))
		return -1;
	regression_release(&once);
	f = fit_new(data->rows, terms);
	resampled = memory_zeroed(terms * count, sizeof(*resampled));
	for (size_t i = 0; i < count; i++) {
		for (size_t row = 0; row < data->rows; row++)
			fit_set_row(&f, row, data, prng_below(prng, data->rows));
		if (!fit_solve(&f, &squares))
			continue;
		for (size_t t = 0; t < terms; t++)
			resampled[t * count + kept] = gsl_vector_get(f.coefficient, t);
		kept++;
	}
	for (size_t t = 0; t < terms; t++)
		intervals[t] = bootstrap_percentile(resampled + t * count, kept, level);
	if (used)
		*used = kept;
	free(resampled);
	fit_release(&f);
	return 0;
}

size_t regression_nonzero(const double *values, size_t rows)
{
	size_t count = 0;

	for (size_t i = 0; i < rows; i++)
		count += values[i] != 0;
	return count;
}

struct line line_fit(const double *x, const double *y, size_t n)
{
	double mx = moments_of(x, n).mean, my = moments_of(y, n).mean;
	double xx = 0, xy = 0, yy = 0, rest = 0;
	struct line line = { NAN, NAN, NAN };

	for (size_t i = 0; i < n; i++) {
		xx += (x[i] - mx) * (x[i] - mx);
		xy += (x[i] - mx) * (y[i] - my);
		yy += (y[i] - my) * (y[i] - my);
	}
	if (!(xx > 0))
		return line;
	line.slope = xy / xx;
	line.intercept = my - line.slope * mx;
	for (size_t i = 0; i < n; i++)
		rest += pow(y[i] - my - line.slope * (x[i] - mx), 2);
	line.r2 = yy > 0 ? 1 - rest / yy : NAN;
	return line;
}

/* NaN where the resample has one value of x only. */
static double resampled_slope(const double *x, const double *y, size_t n, struct prng *prng)
{
	double sx = 0, sy = 0, sxx = 0, sxy = 0;

	for (size_t i = 0; i < n; i++) {
		size_t k = (size_t)prng_below(prng, n);
		double distance = x[k] - x[0];

		sx += distance;
		sy += y[k];
		sxx += distance * distance;
		sxy += distance * y[k];
	}
	sxx -= sx * sx / (double)n;
	return sxx > 0 ? (sxy - sx * sy / (double)n) / sxx : NAN;
}

struct interval line_slope_interval(
	const double *x, const double *y, size_t n, size_t count, struct prng *prng)
{
	double *slopes = memory_zeroed(count, sizeof(*slopes));
	struct interval interval;

	for (size_t i = 0; i < count; i++)
		slopes[i] = resampled_slope(x, y, n, prng);
	interval = bootstrap_percentile(slopes, quantile_drop_nan(slopes, count), 0.95);
	free(slopes);
	return interval;
}
