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

static void problem_finish(struct problem *p, size_t predictors)
{
	for (size_t k = 0; k < predictors; k++)
		p->columns[k] = p->x[k].values;
	p->data = (struct regression_data){
		.rows = p->y.n, .predictors = predictors, .y = p->y.values, .x = p->columns
	};
}

static void problem_release(struct problem *p)
{
	free(p->y.values);
	for (size_t k = 0; k < PREDICTORS_MAX; k++)
		free(p->x[k].values);
}

static void check_terms(const struct regression *r, json_t *want, double tolerance)
{
	char path[32];

	for (size_t i = 0; i < r->terms; i++) {
		snprintf(path, sizeof(path), "coef.%zu", i);
		assert_close(r->coefficient[i], vectors_number(want, path), tolerance);
		snprintf(path, sizeof(path), "se.%zu", i);
		assert_close(r->error[i], vectors_number(want, path), tolerance);
	}
}

static void check_bench(json_t *root, size_t predictors, const char *path)
{
	static const char *const columns[] = { "bench.runs", "bench.ctx_switches",
		"bench.page_faults" };
	json_t *want = vectors_at(vectors_at(root, "bench"), path);
	struct problem p = { .y = vectors_array(root, "bench.nanos") };
	struct regression r;

	for (size_t k = 0; k < predictors; k++)
		p.x[k] = vectors_array(root, columns[k]);
	problem_finish(&p, predictors);
	assert_int_equal(regression_fit(&r, &p.data, NULL), 0);
	check_terms(&r, want, VECTORS_TOLERANCE);
	assert_close(r.r2, vectors_number(want, "R2_R"), VECTORS_TOLERANCE);
	regression_release(&r);
	problem_release(&p);
}

static void test_bench(void **state)
{
	json_t *root = vectors_load(TEST_VECTORS, "regression.json");

	(void)state;
	check_bench(root, 1, "with_intercept");
	check_bench(root, 3, "multi");
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
	problem_finish(&p, 6);
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
	problem_finish(&p, 5);
	assert_int_equal(regression_fit(&r, &p.data, NULL), 0);
	for (size_t i = 0; i < 6; i++)
		assert_close(r.coefficient[i], 1, 1e-8);
	assert_close(r.r2, 1, 1e-12);
	regression_release(&r);
	problem_release(&p);
}

static void expect_collinear(const double *const *x, size_t predictors, const char *message)
{
	static const double y[] = { 1, 2, 3, 5, 9 };
	static const char *const names[] = { "iterations", "faults", "switches" };
	struct regression_data data = {
		.rows = 5, .predictors = predictors, .y = y, .x = x, .name = names
	};
	struct regression r;
	struct err e;

	assert_int_equal(regression_fit(&r, &data, &e), -1);
	assert_string_equal(e.text, message);
	regression_release(&r);
}

static void test_collinear_predictors_are_named(void **state)
{
	static const double a[] = { 1, 2, 3, 4, 5 }, b[] = { 0, 2, 1, 7, 3 };
	static const double line[] = { 12, 14, 16, 18, 20 }, sum[] = { 1, 4, 4, 11, 8 };
	static const double same[] = { 7, 7, 7, 7, 7 };

	(void)state;
	expect_collinear((const double *[]){ a, line }, 2,
		"iterations and faults are collinear: leave one out");
	expect_collinear((const double *[]){ a, b, line }, 3,
		"iterations and switches are collinear: leave one out");
	expect_collinear((const double *[]){ a, b, sum }, 3,
		"iterations, faults and switches are collinear: leave one out");
	expect_collinear((const double *[]){ a, same, b }, 3,
		"faults is the same in all rows: leave it out");
}

static void test_bad_data_are_an_error(void **state)
{
	static const double y[] = { 1, NAN, 3 }, x1[] = { 1, 2, 4 }, flat[] = { 5, 5, 5 };
	const double *x[] = { x1 };
	struct regression_data data = { .rows = 3, .predictors = 1, .y = y, .x = x };
	struct regression r;
	struct err e;

	(void)state;
	assert_int_equal(regression_fit(&r, &data, &e), -1);
	assert_non_null(strstr(e.text, "row 2"));
	data.rows = 1;
	assert_int_equal(regression_fit(&r, &data, &e), -1);
	data = (struct regression_data){ .rows = 3, .predictors = 1, .y = flat, .x = x };
	assert_int_equal(regression_fit(&r, &data, &e), 0);
	assert_true(fabs(r.coefficient[1]) < 1e-12 && isnan(r.r2));
	regression_release(&r);
	data.rows = 2;
	assert_int_equal(regression_fit(&r, &data, &e), 0);
	assert_true(isnan(r.error[0]));
	regression_release(&r);
	assert_int_equal(regression_nonzero(x1, 3), 3);
}

static void test_line(void **state)
{
	static const double x[] = { 1, 2, 4, 8 }, y[] = { 7, 9, 13, 21 },
			    same[] = { 3, 3, 3, 3 };
	struct fitted_line line = line_fit(x, y, 4);

	(void)state;
	assert_true(line.slope == 2 && line.intercept == 5 && line.r2 == 1);
	assert_true(isnan(line_fit(same, y, 4).slope) && isnan(line_fit(x, y, 1).slope));
	assert_true(isnan(line_fit(x, same, 4).r2) && line_fit(x, same, 4).slope == 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_line),
		cmocka_unit_test(test_bench),
		cmocka_unit_test(test_longley),
		cmocka_unit_test(test_wampler),
		cmocka_unit_test(test_collinear_predictors_are_named),
		cmocka_unit_test(test_bad_data_are_an_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
