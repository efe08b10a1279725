/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <jansson.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "compare/stats/distribution.h"
#include "compare/stats/summary.h"
#include "tests/unit/support/vectors.h"

static void check_quantiles(const double *found, json_t *want, const char *key)
{
	struct vector v = vectors_array(want, key);

	assert_int_equal(v.n, SUMMARY_QUANTILES);
	for (size_t i = 0; i < v.n; i++)
		assert_close(found[i], v.values[i], VECTORS_TOLERANCE);
	free(v.values);
}

/* The same in either type of quantile, and quantile_r7(). */
static void check_r7(const struct summary *s, struct vector v, json_t *want)
{
	double quantiles[SUMMARY_QUANTILES];

	assert_int_equal(s->n, (size_t)vectors_number(want, "n"));
	assert_close(s->min, vectors_number(want, "min"), 0);
	assert_close(s->max, vectors_number(want, "max"), 0);
	assert_close(s->mean, vectors_number(want, "mean"), VECTORS_TOLERANCE);
	assert_close(s->sd, vectors_number(want, "sd"), VECTORS_TOLERANCE);
	assert_close(s->median, vectors_number(want, "median_R7"), VECTORS_TOLERANCE);
	assert_close(s->mad, vectors_number(want, "mad_raw"), VECTORS_TOLERANCE);
	v.n = quantile_drop_nan(v.values, v.n);
	quantile_sort(v.values, v.n);
	for (size_t i = 0; i < SUMMARY_QUANTILES; i++)
		quantiles[i] = quantile_r7(v.values, v.n, (double)i / (SUMMARY_QUANTILES - 1));
	assert_close(quantiles[5], vectors_number(want, "Q1_R7"), VECTORS_TOLERANCE);
	assert_close(quantiles[15], vectors_number(want, "Q3_R7"), VECTORS_TOLERANCE);
	check_quantiles(quantiles, want, "quantiles20_R7");
}

static void check_r1(const struct summary *s, json_t *want)
{
	assert_close(s->q1, vectors_number(want, "Q1_R1"), 0);
	assert_close(s->q3, vectors_number(want, "Q3_R1"), 0);
	assert_close(s->fence_high, vectors_number(want, "TIF_R1"), VECTORS_TOLERANCE);
	assert_int_equal(s->outliers, (size_t)vectors_number(want, "n_outliers_R1"));
	assert_int_equal(s->kept.n, (size_t)vectors_number(want, "after_exclusion_R1.n"));
	assert_close(s->kept.mean, vectors_number(want, "after_exclusion_R1.mean"),
		VECTORS_TOLERANCE);
	assert_close(
		s->kept.sd, vectors_number(want, "after_exclusion_R1.sd"), VECTORS_TOLERANCE);
	check_quantiles(s->quantiles, want, "quantiles20_R1");
}

static void test_summary_vectors(void **state)
{
	json_t *root = vectors_load(TEST_VECTORS, "summary.json"), *want;
	const char *name;

	(void)state;
	assert_true(json_object_size(root) >= 7);
	json_object_foreach(root, name, want) {
		struct vector v = vectors_data(
			TEST_VECTORS, json_string_value(json_object_get(want, "data")), 0);
		struct summary s = summary_of(v.values, v.n);

		check_r1(&s, want);
		check_r7(&s, v, want);
		free(v.values);
	}
	json_decref(root);
}

/* The rule of the NumAcc sets: one value, then two others in turn. */
static struct vector num_acc(double first)
{
	struct vector v = { calloc(1001, sizeof(double)), 1001 };

	assert_non_null(v.values);
	v.values[0] = first + 0.2;
	for (size_t i = 1; i < v.n; i++)
		v.values[i] = first + (i % 2 ? 0.1 : 0.3);
	return v;
}

static void check_nist(json_t *root, const char *name, struct vector v)
{
	json_t *set = vectors_at(root, name);
	struct moments m = moments_of(v.values, v.n);
	struct running r = { 0 };

	for (size_t i = 0; i < v.n; i++)
		running_add(&r, v.values[i]);
	assert_close(m.mean, vectors_number(set, "certified.mean"), 1e-14);
	assert_close(m.sd, vectors_number(set, "R.sd"), VECTORS_TOLERANCE);
	/* What data in binary can reach: its last digit here is 1e-9 of the spread. */
	assert_close(m.sd, vectors_number(set, "certified.sd"), 1e-8);
	assert_close(r.mean, vectors_number(set, "certified.mean"), 1e-12);
	assert_close(running_sd(&r), vectors_number(set, "certified.sd"), 1e-7);
	free(v.values);
}

static void test_nist(void **state)
{
	json_t *root = vectors_load(TEST_VECTORS, "nist_univariate.json");

	(void)state;
	check_nist(root, "Michelso", vectors_array(root, "Michelso.data"));
	check_nist(root, "NumAcc1", vectors_array(root, "NumAcc1.data"));
	check_nist(root, "NumAcc2", num_acc(1));
	check_nist(root, "NumAcc3", num_acc(1000000));
	check_nist(root, "NumAcc4", num_acc(10000000));
	json_decref(root);
}

static void test_few_and_odd_values(void **state)
{
	static const double odd[] = { NAN, 3, NAN, 1 }, zeros[] = { 0, 0, 0 };
	static const double huge[] = { 1e308, 1e-300, 1e308 };
	volatile long double large = 1e308L;
	struct summary s = summary_of(NULL, 0);
	struct running empty = { 0 };

	(void)state;
	assert_int_equal(s.n, 0);
	assert_true(isnan(s.min) && isnan(s.mean) && isnan(s.sd) && isnan(s.mad) &&
		    isnan(s.quantiles[20]) && isnan(s.kept.mean));
	assert_true(isnan(running_sd(&empty)));
	s = summary_of(odd, 4);
	assert_int_equal(s.n, 2);
	assert_close(s.median, 2, 0);
	s = summary_of(zeros, 3);
	assert_close(s.mad, 0, 0);
	/* Valgrind computes long double as double, whose squares overflow here. */
	if (large * large / large == large) {
		s = summary_of(huge, 3);
		assert_close(s.mean, 1e308 / 3 * 2, 1e-12);
		assert_close(s.sd, 1e308 / sqrt(3), 1e-12);
	}
}

/* Order of the values and their unit make no difference; the fast paths equal the plain ones.
 */
static void test_order_and_scale_do_not_matter(void **state)
{
	struct vector v = vectors_data(TEST_VECTORS, "bimodal60", 0);
	struct summary s = summary_of(v.values, v.n), t;

	(void)state;
	assert_close(s.mad, quantile_mad(v.values, v.n, s.median), 0);
	assert_close(s.median, quantile_median_of(v.values, v.n), 0);
	for (size_t i = 0; i < v.n / 2; i++) {
		double x = v.values[i];

		v.values[i] = v.values[v.n - 1 - i] * 1024;
		v.values[v.n - 1 - i] = x * 1024;
	}
	t = summary_of(v.values, v.n);
	assert_close(t.mean, s.mean * 1024, 1e-15);
	assert_close(t.sd, s.sd * 1024, 1e-13);
	assert_close(t.mad, s.mad * 1024, 0);
	assert_int_equal(t.outliers, s.outliers);
	free(v.values);
}

static void test_running_agrees_with_two_passes(void **state)
{
	struct vector v = vectors_data(TEST_VECTORS, "lat30_a", 0);
	struct moments all = moments_of(v.values, v.n);
	struct running r = { 0 };

	(void)state;
	for (size_t i = 0; i < v.n; i++)
		running_add(&r, v.values[i]);
	running_add(&r, NAN);
	assert_int_equal(r.n, v.n);
	assert_close(r.mean, all.mean, 1e-12);
	assert_close(running_sd(&r), all.sd, 1e-12);
	free(v.values);
}

static void test_yuen_of_scipy(void **state)
{
	json_t *root = vectors_load(TEST_VECTORS, "trimmed.json"), *one;
	size_t at;

	(void)state;
	json_array_foreach(vectors_at(root, "cases"), at, one) {
		struct vector v = vectors_array(one, "values");
		struct trimmed t = trimmed_of(
			v.values, v.n, (size_t)vectors_number(one, "trimmed_each_end"));
		double error = sqrt(t.s2 / (double)v.n);

		assert_close(t.mean, vectors_number(one, "mean"), VECTORS_TOLERANCE);
		assert_close(t.df, vectors_number(one, "df"), 0);
		assert_close(error, vectors_number(one, "standard_error"), VECTORS_TOLERANCE);
		assert_close(student_two_sided(t.mean / error, t.df), vectors_number(one, "p"),
			VECTORS_TOLERANCE);
		free(v.values);
	}
	assert_true(at >= 10);
	json_decref(root);
}

static void test_few_and_equal_values(void **state)
{
	const double one[] = { 3 }, equal[] = { 2, 2, 2, 2, 2, 2, 2 };
	const double middle_equal[] = { 9, 2, 2, 2, 2, 2, 2, 2, 2, 1 };
	struct trimmed t = trimmed_of(NULL, 0, 0);

	(void)state;
	assert_true(isnan(t.mean) && t.s2 == 0 && t.df == 0);
	t = trimmed_of(one, 1, 0);
	assert_true(t.mean == 3 && t.s2 == 0 && t.df == 0);
	t = trimmed_of(equal, 7, 1);
	assert_true(t.mean == 2 && t.s2 == 0 && t.df == 4);
	t = trimmed_of(middle_equal, 10, 1);
	assert_true(t.mean == 2 && t.s2 > 0 && t.df == 7);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_summary_vectors),
		cmocka_unit_test(test_nist),
		cmocka_unit_test(test_few_and_odd_values),
		cmocka_unit_test(test_order_and_scale_do_not_matter),
		cmocka_unit_test(test_running_agrees_with_two_passes),
		cmocka_unit_test(test_yuen_of_scipy),
		cmocka_unit_test(test_few_and_equal_values),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
