/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/stats/regression.h"
#include "tests/unit/support/vectors.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define PREDICTORS_MAX 6

struct problem {
	struct vector y, x[PREDICTORS_MAX];
	const double *columns[PREDICTORS_MAX];
	struct regression_data data;
};

static void problem_finish(struct problem *p, size_t predictors, bool intercept)
{
	for (size_t k = 0; k < predictors; k++)
		p->columns[k] = p->x[k].values;
	p->data = (struct regression_data){ .rows = p->y.n,
		.predictors = predictors,
		.y = p->y.values,
		.x = p->columns,
		.intercept = intercept };
}

static void problem_release(struct problem *p)
{
	free(p->y.values);
	for (size_t k = 0; k < PREDICTORS_MAX; k++)
		free(p->x[k].values);
}

/* The keys of `want` that are there; through the origin a vector has one number for an array.
 */
static void check_terms(const struct regression *r, json_t *want, double tolerance)
{
	json_t *coefficients = vectors_at(want, "coef");
	char path[32];

	for (size_t i = 0; i < r->terms; i++) {
		bool many = json_is_array(coefficients);

		snprintf(path, sizeof(path), many ? "coef.%zu" : "coef", i);
		assert_close(r->coefficient[i], vectors_number(want, path), tolerance);
		snprintf(path, sizeof(path), many ? "se.%zu" : "se", i);
		assert_close(r->error[i], vectors_number(want, path), tolerance);
	}
	assert_close(r->residual_sd, vectors_number(want, "resid_sd"), tolerance);
}

static void check_bench(json_t *root, size_t predictors, bool intercept, const char *path)
{
	static const char *const columns[] = { "bench.runs", "bench.ctx_switches",
		"bench.page_faults" };
	json_t *want = vectors_at(vectors_at(root, "bench"), path);
	struct problem p = { .y = vectors_array(root, "bench.nanos") };
	struct regression r;

	for (size_t k = 0; k < predictors; k++)
		p.x[k] = vectors_array(root, columns[k]);
	problem_finish(&p, predictors, intercept);
	assert_int_equal(regression_fit(&r, &p.data, NULL), 0);
	check_terms(&r, want, VECTORS_TOLERANCE);
	assert_close(r.r2, vectors_number(want, "R2_R"), VECTORS_TOLERANCE);
	assert_close(
		r.r2_centred, vectors_number(want, "R2_centered_corebench"), VECTORS_TOLERANCE);
	regression_release(&r);
	problem_release(&p);
}

static void test_bench(void **state)
{
	json_t *root = vectors_load(TEST_VECTORS, "regression.json");

	(void)state;
	check_bench(root, 1, true, "with_intercept");
	check_bench(root, 1, false, "through_origin");
	check_bench(root, 3, true, "multi");
	json_decref(root);
}

static void check_no_intercept(json_t *root, const char *name, bool with_centred)
{
	json_t *set = vectors_at(root, name);
	struct problem p = { .y = vectors_array(set, "y"), .x = { vectors_array(set, "x") } };
	struct regression r;

	problem_finish(&p, 1, false);
	assert_int_equal(regression_fit(&r, &p.data, NULL), 0);
	assert_close(
		r.coefficient[0], vectors_number(set, "certified.slope"), VECTORS_TOLERANCE);
	assert_close(r.error[0], vectors_number(set, "certified.se"), VECTORS_TOLERANCE);
	assert_close(
		r.residual_sd, vectors_number(set, "certified.resid_sd"), VECTORS_TOLERANCE);
	assert_close(r.r2, vectors_number(set, "certified.R2_uncentered"), VECTORS_TOLERANCE);
	if (with_centred)
		assert_close(r.r2_centred, vectors_number(set, "R2_centered_corebench"),
			VECTORS_TOLERANCE);
	regression_release(&r);
	problem_release(&p);
}

static void test_nist_through_the_origin(void **state)
{
	json_t *root = vectors_load(TEST_VECTORS, "regression.json");

	(void)state;
	check_no_intercept(root, "NoInt1", true);
	check_no_intercept(root, "NoInt2", false);
	json_decref(root);
}

/* Column `k` of a set of rows. */
static struct vector column(json_t *rows, size_t k)
{
	struct vector v = { calloc(json_array_size(rows), sizeof(double)),
		json_array_size(rows) };

	assert_non_null(v.values);
	for (size_t i = 0; i < v.n; i++)
		v.values[i] = json_number_value(json_array_get(json_array_get(rows, i), k));
	return v;
}

static void test_longley(void **state)
{
	json_t *root = vectors_load(TEST_VECTORS, "regression.json");
	json_t *rows = vectors_at(root, "Longley.data");
	struct problem p = { .y = column(rows, 0) };
	struct regression r;

	(void)state;
	for (size_t k = 0; k < 6; k++)
		p.x[k] = column(rows, k + 1);
	problem_finish(&p, 6, true);
	assert_int_equal(regression_fit(&r, &p.data, NULL), 0);
	check_terms(&r, vectors_at(root, "Longley.certified"), VECTORS_TOLERANCE);
	assert_close(r.r2, vectors_number(root, "Longley.certified.R2"), VECTORS_TOLERANCE);
	regression_release(&r);
	problem_release(&p);
	json_decref(root);
}

static void test_wampler(void **state)
{
	struct problem p = { .y = { calloc(21, sizeof(double)), 21 } };
	struct regression r;

	(void)state;
	for (size_t k = 0; k < 5; k++) {
		p.x[k] = (struct vector){ calloc(21, sizeof(double)), 21 };
		for (size_t i = 0; i < 21; i++)
			p.x[k].values[i] = pow((double)i, (double)(k + 1));
	}
	for (size_t i = 0; i < 21; i++) {
		p.y.values[i] = 1;
		for (size_t k = 0; k < 5; k++)
			p.y.values[i] += p.x[k].values[i];
	}
	problem_finish(&p, 5, true);
	assert_int_equal(regression_fit(&r, &p.data, NULL), 0);
	for (size_t i = 0; i < 6; i++)
		assert_close(r.coefficient[i], 1, 1e-8);
	assert_close(r.r2, 1, 1e-12);
	regression_release(&r);
	problem_release(&p);
}

static void test_collinear_terms_are_an_error(void **state)
{
	static const double y[] = { 1, 2, 3, 5 }, a[] = { 1, 2, 3, 4 };
	static const double twice[] = { 2, 4, 6, 8 }, zeros[] = { 0, 0, 0, 0 };
	static const double ones[] = { 7, 7, 7, 7 };
	static const double *const others[] = { twice, zeros, ones };
	static const char *const names[] = { "iterations", "page_faults" };

	(void)state;
	for (size_t k = 0; k < 3; k++) {
		const double *x[] = { a, others[k] };
		struct regression_data data = { .rows = 4,
			.predictors = 2,
			.y = y,
			.x = x,
			.name = names,
			.intercept = true };
		struct regression r;
		struct err e;

		assert_int_equal(regression_fit(&r, &data, &e), -1);
		assert_non_null(strstr(e.text, "collinear"));
		assert_non_null(strstr(e.text, "page_faults"));
		regression_release(&r);
	}
}

static void test_bad_data_are_an_error(void **state)
{
	static const double y[] = { 1, NAN, 3 }, x1[] = { 1, 2, 4 }, flat[] = { 5, 5, 5 };
	const double *x[] = { x1 };
	struct regression_data data = {
		.rows = 3, .predictors = 1, .y = y, .x = x, .intercept = true
	};
	struct regression r;
	struct err e;

	(void)state;
	assert_int_equal(regression_fit(&r, &data, &e), -1);
	assert_non_null(strstr(e.text, "row 2"));
	data.rows = 1;
	assert_int_equal(regression_fit(&r, &data, &e), -1);
	data.predictors = 0;
	data.intercept = false;
	assert_int_equal(regression_fit(&r, &data, &e), -1);
	data = (struct regression_data){
		.rows = 3, .predictors = 1, .y = flat, .x = x, .intercept = true
	};
	assert_int_equal(regression_fit(&r, &data, &e), 0);
	assert_true(fabs(r.coefficient[1]) < 1e-12 && isnan(r.r2));
	regression_release(&r);
	data.rows = 2;
	assert_int_equal(regression_fit(&r, &data, &e), 0);
	assert_true(isnan(r.residual_sd) && isnan(r.error[0]));
	regression_release(&r);
	assert_int_equal(regression_nonzero(x1, 3), 3);
}

static void test_bootstrap(void **state)
{
	json_t *root = vectors_load(TEST_VECTORS, "regression.json");
	struct problem p = { .y = vectors_array(root, "bench.nanos"),
		.x = { vectors_array(root, "bench.runs") } };
	struct interval first[2], again[2];
	struct prng prng;
	size_t used;

	(void)state;
	problem_finish(&p, 1, true);
	prng_seed(&prng, 1);
	assert_int_equal(
		regression_bootstrap(&p.data, 500, 0.95, &prng, first, &used, NULL), 0);
	assert_int_equal(used, 500);
	assert_true(first[1].low < 448.666 && first[1].high > 448.666);
	assert_true(first[1].high - first[1].low < 60);
	prng_seed(&prng, 1);
	assert_int_equal(regression_bootstrap(&p.data, 500, 0.95, &prng, again, NULL, NULL), 0);
	assert_memory_equal(first, again, sizeof(first));
	/* Two rows: half of the resamples hold one of them twice. */
	p.data.rows = 2;
	assert_int_equal(
		regression_bootstrap(&p.data, 100, 0.95, &prng, again, &used, NULL), 0);
	assert_true(used > 20 && used < 80);
	problem_release(&p);
	json_decref(root);
}

static void test_line(void **state)
{
	static const double x[] = { 1, 2, 4, 8 }, y[] = { 7, 9, 13, 21 },
			    same[] = { 3, 3, 3, 3 };
	struct line line = line_fit(x, y, 4);
	struct interval slope;
	struct prng prng;

	(void)state;
	assert_true(line.slope == 2 && line.intercept == 5 && line.r2 == 1);
	assert_true(isnan(line_fit(same, y, 4).slope) && isnan(line_fit(x, y, 1).slope));
	assert_true(isnan(line_fit(x, same, 4).r2) && line_fit(x, same, 4).slope == 0);
	prng_seed(&prng, 1);
	slope = line_slope_interval(x, y, 4, 200, &prng);
	assert_true(slope.low == 2 && slope.high == 2);
	slope = line_slope_interval(same, y, 4, 10, &prng);
	assert_true(isnan(slope.low) && isnan(slope.high));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_line),
		cmocka_unit_test(test_bench),
		cmocka_unit_test(test_nist_through_the_origin),
		cmocka_unit_test(test_longley),
		cmocka_unit_test(test_wampler),
		cmocka_unit_test(test_collinear_terms_are_an_error),
		cmocka_unit_test(test_bad_data_are_an_error),
		cmocka_unit_test(test_bootstrap),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
