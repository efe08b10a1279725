/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <jansson.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "compare/stats/series.h"
#include "tests/unit/support/vectors.h"

#define DATA(name) vectors_data(TEST_VECTORS, name, 0)

static const double same[] = { 3, 3, 3, 3 };

static void check_autocorrelation(json_t *root, const char *name)
{
	struct vector v = DATA(name), want;
	json_t *entry = vectors_at(root, name);
	struct ljung_box box = series_ljung_box(v.values, v.n, 5);
	double r[5];

	want = vectors_array(entry, "acf");
	series_autocorrelation(v.values, v.n, r, 5);
	for (size_t i = 0; i < 5; i++)
		assert_close(r[i], want.values[i], VECTORS_TOLERANCE);
	assert_close(box.q, vectors_number(entry, "Q"), VECTORS_TOLERANCE);
	/* R subtracts from 1: its p has no digits below 1e-16. */
	assert_true(
		fabs(box.p - vectors_number(entry, "p")) <= 1e-15 + VECTORS_TOLERANCE * box.p);
	box = series_ljung_box(v.values, v.n, 1);
	assert_close(box.q, vectors_number(entry, "Q1"), VECTORS_TOLERANCE);
	assert_true(
		fabs(box.p - vectors_number(entry, "p1")) <= 1e-15 + VECTORS_TOLERANCE * box.p);
	free(want.values);
	free(v.values);
}

static void test_autocorrelation(void **state)
{
	json_t *root = vectors_load(TEST_VECTORS, "autocorrelation.json");

	(void)state;
	check_autocorrelation(root, "ar60");
	check_autocorrelation(root, "drift40");
	check_autocorrelation(root, "lat30_a");
	json_decref(root);
}

static void check_lag1(json_t *root, const char *name, double first)
{
	char path[64];
	double r, v[1001];

	v[0] = first + 0.2;
	for (size_t i = 1; i < 1001; i++)
		v[i] = first + (i % 2 ? 0.1 : 0.3);
	series_autocorrelation(v, 1001, &r, 1);
	snprintf(path, sizeof(path), "%s.certified.lag1", name);
	/* The third digit after -0.999 is lost in the data of the largest offset. */
	assert_close(r, vectors_number(root, path), 1e-7);
}

static void test_nist_lag_one(void **state)
{
	json_t *root = vectors_load(TEST_VECTORS, "nist_univariate.json");
	struct vector v = vectors_array(root, "Michelso.data");
	double r;

	(void)state;
	series_autocorrelation(v.values, v.n, &r, 1);
	assert_close(r, vectors_number(root, "Michelso.certified.lag1"), VECTORS_TOLERANCE);
	free(v.values);
	v = vectors_array(root, "NumAcc1.data");
	series_autocorrelation(v.values, v.n, &r, 1);
	assert_close(r, vectors_number(root, "NumAcc1.certified.lag1"), VECTORS_TOLERANCE);
	free(v.values);
	check_lag1(root, "NumAcc2", 1);
	check_lag1(root, "NumAcc3", 1000000);
	check_lag1(root, "NumAcc4", 10000000);
	json_decref(root);
}

static void test_diagnostics(void **state)
{
	static const char *const names[] = { "ar60", "lat30_a", "drift40" };
	json_t *root = vectors_load(TEST_VECTORS, "diagnostics.json");

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		struct vector v = DATA(names[i]);

		assert_close(series_effective_size(v.values, v.n),
			vectors_number(vectors_at(root, "ess"), names[i]), VECTORS_TOLERANCE);
		free(v.values);
	}
	json_decref(root);
}

static void test_no_spread_and_few_values(void **state)
{
	double r[4] = { 1, 1, 1, 1 };

	(void)state;
	series_autocorrelation(same, 4, r, 4);
	assert_close(r[0], 0, 0);
	assert_true(isnan(r[3]));
	assert_close(series_ljung_box(same, 4, 2).p, 1, 0);
	assert_true(
		isnan(series_ljung_box(same, 4, 4).p) && isnan(series_ljung_box(NULL, 0, 1).q));
	assert_close(series_effective_size(same, 4), 4, 0);
	assert_close(series_effective_size(NULL, 0), 0, 0);
	assert_close(mann_kendall(same, 4).p, 1, 0);
	assert_close(mann_kendall(same, 4).s, 0, 0);
	assert_close(mann_kendall(NULL, 0).p, 1, 0);
	assert_close(sen_slope(same, 4), 0, 0);
	assert_true(isnan(sen_slope(same, 1)));
}

static void check_trend(json_t *root, const char *name)
{
	struct vector v = DATA(name);
	json_t *want = vectors_at(vectors_at(root, "mann_kendall"), name);
	struct mann_kendall m = mann_kendall(v.values, v.n), back;

	assert_close(m.s, vectors_number(want, "S"), 0);
	assert_close(m.variance, vectors_number(want, "var"), VECTORS_TOLERANCE);
	assert_close(m.z, vectors_number(want, "z"), VECTORS_TOLERANCE);
	assert_close(m.p, vectors_number(want, "p"), VECTORS_TOLERANCE);
	assert_close(
		sen_slope(v.values, v.n), vectors_number(want, "sen_slope"), VECTORS_TOLERANCE);
	for (size_t i = 0; i < v.n; i++)
		v.values[i] = -v.values[i];
	back = mann_kendall(v.values, v.n);
	assert_close(back.z, -m.z, 0);
	free(v.values);
}

static void test_trend(void **state)
{
	json_t *root = vectors_load(TEST_VECTORS, "autocorrelation.json");

	(void)state;
	check_trend(root, "drift40");
	check_trend(root, "ar60");
	check_trend(root, "lat30_a");
	check_trend(root, "ties12");
	json_decref(root);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_autocorrelation),
		cmocka_unit_test(test_nist_lag_one),
		cmocka_unit_test(test_diagnostics),
		cmocka_unit_test(test_no_spread_and_few_values),
		cmocka_unit_test(test_trend),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
