/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/stats/regression_bootstrap.h"

#include "compare/base/memory.h"
#include "compare/stats/bootstrap.h"
#include "compare/stats/summary.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>
#include <math.h>
#include <stdlib.h>

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
