/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/empirical_null.h"
#include "compare/kalibera.h"
#include "compare/sequential.h"
#include "compare/summary.h"
#include "tests/unit/support/vectors.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void check_bounds(json_t *root, const char *path, const double *information)
{
	struct vector want =
		vectors_array(vectors_at(root, "lan_demets_obf_two_sided_05"), path);
	double got[8];

	assert_true(want.n <= 8);
	sequential_obf_bounds(information, want.n, 0.05, got);
	/* Printed with four to six decimals. */
	for (size_t i = 0; i < want.n; i++)
		assert_true(fabs(got[i] - want.values[i]) < (want.n == 8 ? 2e-6 : 6e-5));
	free(want.values);
}

static void test_bounds(void **state)
{
	static const double looks[] = { 8 / 40.0, 12 / 40.0, 16 / 40.0, 20 / 40.0, 25 / 40.0,
		30 / 40.0, 35 / 40.0, 1 };
	static const double even[] = { 0.2, 0.4, 0.6, 0.8, 1 };
	json_t *root = vectors_load(TEST_VECTORS, "sequential.json");
	double one, all = 1;

	(void)state;
	check_bounds(root, "looks_8_12_16_20_25_30_35_40_of_40", looks);
	check_bounds(root, "K5_equal_computed", even);
	sequential_obf_bounds(&all, 1, 0.05, &one);
	assert_close(one, 1.959963984540054, 1e-9);
	json_decref(root);
}

static void check_evidence(json_t *root, const char *old_name, const char *new_name,
	const char *ln_e, const char *interval)
{
	struct vector d = vectors_ln_ratio(TEST_VECTORS, old_name, new_name, 0);
	json_t *process = vectors_at(root, "anytime_t_eprocess");
	struct vector want = vectors_array(process, ln_e);
	struct vector ends =
		vectors_array(vectors_at(process, "confidence_sequence_95"), interval);
	double c2 = vectors_number(process, "c2");
	struct interval got = sequential_interval(d.values, d.n, c2, 0.05);

	for (size_t n = 1; n <= want.n; n++)
		assert_true(fabs(sequential_ln_e(d.values, n, c2) - want.values[n - 1]) < 1e-9);
	assert_close(got.low, ends.values[0], VECTORS_TOLERANCE);
	assert_close(got.high, ends.values[1], VECTORS_TOLERANCE);
	free(d.values);
	free(want.values);
	free(ends.values);
}

static void test_evidence(void **state)
{
	json_t *root = vectors_load(TEST_VECTORS, "sequential.json");
	static const double zeros[] = { 0, 0, 0 }, ones[] = { 1, 1, 1 };

	(void)state;
	check_evidence(root, "rounds20_a", "rounds20_b", "rounds20_ln_e", "rounds20");
	check_evidence(root, "rounds8_a", "rounds8_b", "rounds8_ln_e", "rounds8");
	assert_close(sequential_ln_e(zeros, 3, 2), 0, 0);
	assert_close(sequential_ln_e(ones, 3, 2), INFINITY, 0);
	assert_close(sequential_ln_e(NULL, 0, 2), 0, 0);
	assert_close(sequential_interval(ones, 1, 2, 0.05).low, -INFINITY, 0);
	json_decref(root);
}

static void check_stop(json_t *root, const char *old_name, const char *new_name, double width,
	const char *path)
{
	struct vector d = vectors_ln_ratio(TEST_VECTORS, old_name, new_name, 0);
	json_t *want = vectors_at(vectors_at(root, "precision_stop"), path);
	size_t stop = sequential_precision_stop(d.values, d.n, 8, width, 0.95);
	json_t *round = vectors_at(want, "stop_round");

	assert_int_equal(stop, json_is_null(round) ? 0 : (size_t)json_integer_value(round));
	if (stop > 0)
		assert_close(moments_of(d.values, stop).mean, vectors_number(want, "mean"),
			VECTORS_TOLERANCE);
	free(d.values);
}

static void test_precision_stop(void **state)
{
	json_t *root = vectors_load(TEST_VECTORS, "sequential.json");

	(void)state;
	check_stop(root, "rounds20_a", "rounds20_b", 0.03, "rounds20_w_03");
	check_stop(root, "rounds20_a", "rounds20_b", 0.025, "rounds20_w_025");
	check_stop(root, "rounds20_a", "rounds20_b", 0.02, "rounds20_w_02");
	check_stop(root, "lat30_a", "lat30_b", 0.05, "lat30_w_05");
	assert_int_equal(sequential_precision_stop(NULL, 0, 8, 1, 0.95), 0);
	json_decref(root);
}

static void test_empirical_null(void **state)
{
	json_t *root = vectors_load(TEST_VECTORS, "diagnostics.json");
	struct vector z = vectors_array(root, "empirical_null.z");
	struct vector p = vectors_array(root, "empirical_null.p_adjusted");
	double scale = empirical_null_scale(z.values, z.n);

	(void)state;
	assert_close(
		scale, vectors_number(root, "empirical_null.scale_used"), VECTORS_TOLERANCE);
	for (size_t i = 0; i < z.n; i++)
		assert_close(
			empirical_null_p(z.values[i], scale), p.values[i], VECTORS_TOLERANCE);
	assert_close(empirical_null_scale(NULL, 0), 1, 0);
	assert_close(empirical_null_z(empirical_null_p(-2.5, 1)), 2.5, 1e-12);
	assert_true(isfinite(empirical_null_z(0)) && isnan(empirical_null_z(NAN)));
	free(z.values);
	free(p.values);
	json_decref(root);
}

/* Numbers of a nested array, in order, into `flat`; returns how many. */
static size_t flatten(json_t *value, double *flat)
{
	size_t n = 0, index;
	json_t *item;

	if (!json_is_array(value)) {
		*flat = json_number_value(value);
		return 1;
	}
	json_array_foreach(value, index, item)
		n += flatten(item, flat + n);
	return n;
}

/* The shape of a nested array, lowest level first. */
static size_t shape_of(json_t *value, size_t *shape)
{
	size_t levels = 0;

	for (json_t *v = value; json_is_array(v); v = json_array_get(v, 0)) {
		memmove(shape + 1, shape, levels * sizeof(*shape));
		shape[0] = json_array_size(v);
		levels++;
	}
	return levels;
}

static void check_components(json_t *set, bool with_s2)
{
	double flat[64], s2[KALIBERA_LEVELS_MAX], t2[KALIBERA_LEVELS_MAX];
	size_t shape[KALIBERA_LEVELS_MAX], levels = shape_of(vectors_at(set, "data"), shape);
	struct vector want = vectors_array(set, "T2");
	struct interval i;

	flatten(vectors_at(set, "data"), flat);
	kalibera_components(flat, shape, levels, s2, t2);
	assert_int_equal(want.n, levels);
	for (size_t k = 0; k < levels; k++)
		assert_close(t2[k], want.values[k], VECTORS_TOLERANCE);
	free(want.values);
	if (!with_s2)
		return;
	want = vectors_array(set, "S2");
	for (size_t k = 0; k < levels; k++)
		assert_close(s2[k], want.values[k], VECTORS_TOLERANCE);
	free(want.values);
	i = kalibera_interval(flat, shape, levels, 0.95);
	assert_close(
		(i.high - i.low) / 2, vectors_number(set, "ci95_halfwidth"), VECTORS_TOLERANCE);
	assert_close((i.high + i.low) / 2, vectors_number(set, "mean"), VECTORS_TOLERANCE);
}

static void test_components(void **state)
{
	json_t *root = vectors_load(TEST_VECTORS, "kalibera_fieller.json");
	json_t *optimal = vectors_at(root, "optimal_repetitions");
	struct vector t2 = vectors_array(optimal, "T2");
	struct vector cost = vectors_array(optimal, "costs_low_to_high");
	struct vector want = vectors_array(optimal, "r_opt");
	static const size_t single[] = { 1, 1 };
	static const double five[] = { 5 };
	double r[2], s[2], t[2];

	(void)state;
	check_components(vectors_at(root, "worked_example_3_level"), true);
	check_components(vectors_at(root, "worked_example_2_level"), true);
	check_components(optimal, false);
	kalibera_optimal(t2.values, cost.values, 3, r);
	assert_close(r[0], want.values[0], VECTORS_TOLERANCE);
	assert_close(r[1], want.values[1], VECTORS_TOLERANCE);
	kalibera_components(five, single, 2, s, t);
	assert_true(isnan(s[0]) && isnan(t[1]));
	assert_true(isnan(kalibera_interval(five, single, 2, 0.95).low));
	kalibera_optimal(t, cost.values, 2, r);
	assert_true(isnan(r[0]));
	free(t2.values);
	free(cost.values);
	free(want.values);
	json_decref(root);
}

static void check_fieller(const char *old_name, const char *new_name, const char *path)
{
	json_t *root = vectors_load(TEST_VECTORS, "kalibera_fieller.json");
	json_t *want = vectors_at(vectors_at(root, "fieller"), path);
	struct vector a = vectors_data(TEST_VECTORS, old_name, 0);
	struct vector b = vectors_data(TEST_VECTORS, new_name, 0);
	struct fieller f = fieller(a.values, a.n, b.values, b.n, 0.95);

	assert_close(f.ratio, vectors_number(want, "ratio"), VECTORS_TOLERANCE);
	assert_close(f.df, vectors_number(want, "df"), VECTORS_TOLERANCE);
	assert_close(f.interval.low, vectors_number(want, "lo"), VECTORS_TOLERANCE);
	assert_close(f.interval.high, vectors_number(want, "hi"), VECTORS_TOLERANCE);
	free(a.values);
	free(b.values);
	json_decref(root);
}

static void test_fieller(void **state)
{
	static const double around_zero[] = { -1, 1, 0.5 }, five[] = { 5, 5, 5 };

	(void)state;
	check_fieller("lat30_a", "lat30_b", "lat30_b_over_a");
	check_fieller("bd_welch4", "bd_welch3", "bd_welch3_over_4");
	assert_close(fieller(around_zero, 3, five, 3, 0.95).interval.high, INFINITY, 0);
	assert_close(fieller(five, 3, five, 3, 0.95).interval.high, 1, 0);
	assert_true(isnan(fieller(five, 1, five, 3, 0.95).interval.low));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_bounds),
		cmocka_unit_test(test_evidence),
		cmocka_unit_test(test_precision_stop),
		cmocka_unit_test(test_empirical_null),
		cmocka_unit_test(test_components),
		cmocka_unit_test(test_fieller),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
