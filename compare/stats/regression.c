/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/stats/regression.h"

#include "compare/base/memory.h"
#include "compare/stats/bootstrap.h"
#include "compare/stats/summary.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_fit.h>
#include <gsl/gsl_linalg.h>
#include <gsl/gsl_multifit.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Singular values below this share of the largest, columns balanced, are none. Wampler's fifth
 * degree keeps 1e-7; exact collinearity leaves 1e-16. */
#define RANK_TOLERANCE 1e-12

static size_t terms_of(const struct regression_data *data)
{
	return 1 + data->predictors;
}

static int check(const struct regression_data *data, struct err *e)
{
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

static void fit_set_row(struct fit *f, const struct regression_data *data, size_t row)
{
	gsl_matrix_set(f->x, row, 0, 1);
	for (size_t k = 0; k < data->predictors; k++)
		gsl_matrix_set(f->x, row, 1 + k, data->x[k][row]);
	gsl_vector_set(f->y, row, data->y[row]);
}

/* False where the terms are collinear. */
static bool fit_solve(struct fit *f, double *residual_squares)
{
	size_t rank = 0;
	int status = gsl_multifit_linear_tsvd(f->x, f->y, RANK_TOLERANCE, f->coefficient,
		f->covariance, residual_squares, &rank, f->work);

	return status == GSL_SUCCESS && rank == f->x->size2;
}

/* Are the first `count` predictors, without the one at `but`, independent? */
static bool is_independent(const struct regression_data *data, size_t count, size_t but)
{
	AUTO_FREE const double **x = memory_zeroed(count + 1, sizeof(*x));
	struct regression_data some = { .rows = data->rows, .y = data->y, .x = x };
	double squares;
	bool independent;
	struct fit f;

	for (size_t k = 0; k < count; k++)
		if (k != but)
			x[some.predictors++] = data->x[k];
	f = fit_new(some.rows, terms_of(&some));
	for (size_t row = 0; row < some.rows; row++)
		fit_set_row(&f, &some, row);
	independent = fit_solve(&f, &squares);
	fit_release(&f);
	return independent;
}

/* Names the first predictor that those before it determine, and these. */
static int collinear(const struct regression_data *data, struct err *e)
{
	char others[sizeof(e->text)] = "";
	size_t last = 0, length = 0;

	while (last + 1 < data->predictors && is_independent(data, last + 1, SIZE_MAX))
		last++;
	for (size_t k = 0; k < last && length < sizeof(others); k++)
		if (is_independent(data, last + 1, k))
			length += (size_t)snprintf(others + length, sizeof(others) - length,
				"%s%s", length ? ", " : "", data->name[k]);
	if (!length)
		return bd_err(e, "%s is the same in all rows: leave it out", data->name[last]);
	return bd_err(e, "%s and %s are collinear: leave one out", others, data->name[last]);
}

/* GSL's residuals are exact to the rank's tolerance only; these are those of the coefficients.
 */
static double residual_squares_of(const struct regression_data *data, const double *coefficient)
{
	long double squares = 0;

	for (size_t row = 0; row < data->rows; row++) {
		long double rest = data->y[row] - (long double)coefficient[0];

		for (size_t k = 0; k < data->predictors; k++)
			rest -= (long double)coefficient[1 + k] * data->x[k][row];
		squares += rest * rest;
	}
	return (double)squares;
}

static void set_quality(struct regression *r, const struct regression_data *data)
{
	double residuals = residual_squares_of(data, r->coefficient);
	double mean = moments_of(data->y, data->rows).mean, centred = 0;

	for (size_t row = 0; row < data->rows; row++)
		centred += (data->y[row] - mean) * (data->y[row] - mean);
	r->r2 = centred > 0 ? 1 - residuals / centred : NAN;
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
		fit_set_row(&f, data, row);
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

size_t regression_nonzero(const double *values, size_t rows)
{
	size_t count = 0;

	for (size_t i = 0; i < rows; i++)
		count += values[i] != 0;
	return count;
}

struct fitted_line line_fit(const double *x, const double *y, size_t n)
{
	struct fitted_line line = { NAN, NAN, NAN };
	double total = gsl_stats_tss(y, 1, n), rest, c00, c01, c11;

	if (!(gsl_stats_tss(x, 1, n) > 0))
		return line;
	gsl_fit_linear(x, 1, y, 1, n, &line.intercept, &line.slope, &c00, &c01, &c11, &rest);
	line.r2 = total > 0 ? 1 - rest / total : NAN;
	return line;
}

/* A pivot below this share of its diagonal element: the resample is collinear. */
#define PIVOT_LEAST 1e-10

#define LEVEL       0.95

/*
 * The rows in standard units: 1, the predictors, y. A resample is reduced to the sums of their
 * products, which is all that least squares needs.
 */
struct standard {
	size_t columns; /* terms + 1 */
	double *rows;
	struct moments *of; /* of each column but the first, by its place */
	gsl_matrix *sums, *factor;
	gsl_vector *solution;
};

static void standardise(struct standard *s, const struct regression_data *data, size_t column,
	const double *values)
{
	struct moments m = moments_of(values, data->rows);

	m.sd = m.sd > 0 ? m.sd : 1;
	s->of[column] = m;
	for (size_t row = 0; row < data->rows; row++)
		s->rows[row * s->columns + column] = (values[row] - m.mean) / m.sd;
}

static struct standard standard_new(const struct regression_data *data)
{
	size_t terms = 1 + data->predictors, columns = terms + 1;
	struct standard s = { .columns = columns,
		.rows = memory_zeroed(data->rows * columns, sizeof(double)),
		.of = memory_zeroed(columns, sizeof(struct moments)),
		.sums = gsl_matrix_alloc(columns, columns),
		.factor = gsl_matrix_alloc(terms, terms),
		.solution = gsl_vector_alloc(terms) };

	if (!s.sums || !s.factor || !s.solution)
		memory_fatal("regression");
	for (size_t row = 0; row < data->rows; row++)
		s.rows[row * columns] = 1;
	for (size_t k = 0; k < data->predictors; k++)
		standardise(&s, data, 1 + k, data->x[k]);
	standardise(&s, data, terms, data->y);
	return s;
}

static void standard_release(struct standard *s)
{
	free(s->rows);
	free(s->of);
	gsl_matrix_free(s->sums);
	gsl_matrix_free(s->factor);
	gsl_vector_free(s->solution);
}

static void add_row(struct standard *s, size_t row)
{
	const double *z = s->rows + row * s->columns;
	double *sums = s->sums->data;

	for (size_t i = 0; i < s->columns; i++)
		for (size_t k = 0; k <= i; k++)
			sums[i * s->sums->tda + k] += z[i] * z[k];
}

static void draw(struct standard *s, const struct regression_data *data, struct prng *prng)
{
	size_t whole[] = { data->rows };
	const size_t *end = data->groups ? data->group_end : whole;
	size_t groups = data->groups ? data->groups : 1;

	gsl_matrix_set_zero(s->sums);
	for (size_t i = 0; i < groups; i++) {
		size_t g = (size_t)prng_below(prng, groups);
		size_t first = g ? end[g - 1] : 0, count = end[g] - first;

		for (size_t k = 0; k < count; k++)
			add_row(s, first + (size_t)prng_below(prng, count));
	}
}

/* False where the resample is collinear. */
static bool solve(struct standard *s)
{
	size_t terms = s->columns - 1;

	for (size_t i = 0; i < terms; i++) {
		for (size_t k = 0; k < terms; k++)
			gsl_matrix_set(s->factor, i, k,
				gsl_matrix_get(s->sums, i > k ? i : k, i > k ? k : i));
		gsl_vector_set(s->solution, i, gsl_matrix_get(s->sums, terms, i));
	}
	if (gsl_linalg_cholesky_decomp1(s->factor) != GSL_SUCCESS)
		return false;
	for (size_t i = 0; i < terms; i++)
		if (pow(gsl_matrix_get(s->factor, i, i), 2) <
			PIVOT_LEAST * gsl_matrix_get(s->sums, i, i))
			return false;
	return gsl_linalg_cholesky_svx(s->factor, s->solution) == GSL_SUCCESS;
}

/* The coefficient of a term in the units of the data. */
static double coefficient_of(const struct standard *s, size_t term)
{
	size_t y = s->columns - 1;
	double sum = gsl_vector_get(s->solution, 0);

	if (term)
		return gsl_vector_get(s->solution, term) * s->of[y].sd / s->of[term].sd;
	for (size_t i = 1; i < y; i++)
		sum -= gsl_vector_get(s->solution, i) * s->of[i].mean / s->of[i].sd;
	return s->of[y].mean + s->of[y].sd * sum;
}

static double r2_of(const struct standard *s)
{
	size_t y = s->columns - 1;
	double squares = gsl_matrix_get(s->sums, y, y), sum = gsl_matrix_get(s->sums, y, 0);
	double centred = squares - sum * sum / gsl_matrix_get(s->sums, 0, 0);

	for (size_t i = 0; i < y; i++)
		squares -= gsl_vector_get(s->solution, i) * gsl_matrix_get(s->sums, y, i);
	return centred > 0 ? 1 - fmax(squares, 0) / centred : 1;
}

int regression_bootstrap(const struct regression_data *data, size_t count, struct prng *prng,
	struct regression_intervals *intervals, struct err *e)
{
	size_t terms = 1 + data->predictors, kept = 0;
	struct regression once;
	struct standard s;
	AUTO_FREE double *resampled = NULL;

	if (regression_fit(&once, data, e))
		return -1;
	regression_release(&once);
	s = standard_new(data);
	resampled = memory_zeroed((terms + 1) * count, sizeof(*resampled));
	for (size_t i = 0; i < count; i++) {
		draw(&s, data, prng);
		if (!solve(&s))
			continue;
		for (size_t t = 0; t < terms; t++)
			resampled[t * count + kept] = coefficient_of(&s, t);
		resampled[terms * count + kept++] = r2_of(&s);
	}
	for (size_t t = 0; t < terms; t++)
		intervals->terms[t] = bootstrap_percentile(resampled + t * count, kept, LEVEL);
	intervals->r2 = bootstrap_percentile(resampled + terms * count, kept, LEVEL);
	intervals->used = kept;
	standard_release(&s);
	return 0;
}
