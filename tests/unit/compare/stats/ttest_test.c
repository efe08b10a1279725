/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/stats/ttest.h"
#include "tests/unit/support/vectors.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define DATA(name) vectors_data(TEST_VECTORS, name, 0)

static void check_test(const struct t_test *got, const char *path)
{
	json_t *root = vectors_load(TEST_VECTORS, "ttests.json");
	json_t *want = vectors_at(root, path);

	assert_close(got->t, vectors_number(want, "t"), VECTORS_TOLERANCE);
	assert_close(got->df, vectors_number(want, "df"), VECTORS_TOLERANCE);
	assert_close(got->p, vectors_number(want, "p"), VECTORS_TOLERANCE);
	assert_close(got->interval.low, vectors_number(want, "ci95.0"), VECTORS_TOLERANCE);
	assert_close(got->interval.high, vectors_number(want, "ci95.1"), VECTORS_TOLERANCE);
	json_decref(root);
}

static void test_one_sample(void **state)
{
	struct vector v = DATA("bd_student");
	struct t_test t = t_one_sample(v.values, v.n, 20, TAIL_BOTH, 0.95), less;

	(void)state;
	check_test(&t, "one_sample.bd_student_mu20");
	assert_close(t.estimate, 21.4, 1e-12);
	t = t_one_sample(v.values, v.n, 20, TAIL_GREATER, 0.95);
	check_test(&t, "one_sample.bd_student_mu20_gt");
	less = t_one_sample(v.values, v.n, 20, TAIL_LESS, 0.95);
	assert_close(less.p, 1 - t.p, 1e-12);
	assert_close(less.interval.low, -INFINITY, 0);
	free(v.values);
}

static void check_welch(const char *first, const char *second, const char *path)
{
	struct vector a = DATA(first), b = DATA(second);
	struct t_test t = t_welch(a.values, a.n, b.values, b.n, 0.95);

	check_test(&t, path);
	free(a.values);
	free(b.values);
}

static void check_welch_ln(const char *old_name, const char *new_name, const char *path)
{
	struct vector a = DATA(old_name), b = DATA(new_name);
	struct t_test t = t_welch_ln(a.values, a.n, b.values, b.n, 0.95);
	struct t_test back = t_welch_ln(b.values, b.n, a.values, a.n, 0.95);

	check_test(&t, path);
	assert_close(back.t, -t.t, 1e-12);
	assert_close(back.p, t.p, 1e-12);
	free(a.values);
	free(b.values);
}

static void test_welch(void **state)
{
	(void)state;
	check_welch("bd_welch1", "bd_welch2", "welch.bd_welch1_2");
	check_welch("bd_welch3", "bd_welch4", "welch.bd_welch3_4");
	check_welch_ln("lat30_a", "lat30_b", "welch.ln_lat30b_minus_ln_lat30a");
	check_welch_ln("lat30_a", "lat25_c", "welch.ln_lat25c_minus_ln_lat30a");
}

static struct t_test paired(const char *old_name, const char *new_name)
{
	struct vector a = DATA(old_name), b = DATA(new_name);
	struct t_test t = t_paired_ln(a.values, b.values, a.n, 0.95);

	free(a.values);
	free(b.values);
	return t;
}

static void test_paired(void **state)
{
	struct t_test t = paired("lat30_a", "lat30_b");

	(void)state;
	check_test(&t, "paired_ln.lat30b_lat30a");
	t = paired("rounds20_a", "rounds20_b");
	check_test(&t, "paired_ln.rounds20_b_a");
	t = paired("rounds8_a", "rounds8_b");
	check_test(&t, "paired_ln.rounds8_b_a");
}

static void check_tost(const char *old_name, const char *new_name, const char *path)
{
	json_t *root = vectors_load(TEST_VECTORS, "equivalence.json");
	json_t *want = vectors_at(vectors_at(root, "tost"), path);
	struct t_test t = paired(old_name, new_name);
	struct tost got = tost_of(&t, vectors_number(want, "margin"), 0.05);

	assert_close(got.p_lower, vectors_number(want, "p_lower"), VECTORS_TOLERANCE);
	assert_close(got.p_upper, vectors_number(want, "p_upper"), VECTORS_TOLERANCE);
	assert_close(got.p, vectors_number(want, "p"), VECTORS_TOLERANCE);
	assert_close(got.interval.low, vectors_number(want, "ci90.0"), VECTORS_TOLERANCE);
	assert_close(got.interval.high, vectors_number(want, "ci90.1"), VECTORS_TOLERANCE);
	json_decref(root);
}

static void check_minimal(const char *old_name, const char *new_name, const char *path)
{
	json_t *root = vectors_load(TEST_VECTORS, "equivalence.json");
	json_t *want = vectors_at(vectors_at(root, "minimal_effect"), path);
	struct t_test t = paired(old_name, new_name);
	double margin = vectors_number(want, "margin");

	assert_close(p_above_margin(&t, margin), vectors_number(want, "p_regressed_beyond"),
		VECTORS_TOLERANCE);
	assert_close(p_below_margin(&t, margin), vectors_number(want, "p_improved_beyond"),
		VECTORS_TOLERANCE);
	json_decref(root);
}

static void test_equivalence(void **state)
{
	(void)state;
	check_tost("rounds20_a", "rounds20_b", "rounds20");
	check_tost("rounds20_a", "rounds20_b", "rounds20_5pct");
	check_tost("rounds8_a", "rounds8_b", "rounds8");
	check_minimal("rounds20_a", "rounds20_b", "rounds20");
	check_minimal("rounds8_a", "rounds8_b", "rounds8");
	check_minimal("lat30_a", "lat30_b", "lat30");
}

static void test_few_and_equal_values(void **state)
{
	static const double five[] = { 5, 5, 5 }, one[] = { 7 };
	struct t_test t = t_one_sample(five, 3, 5, TAIL_BOTH, 0.95);
	struct tost e;

	(void)state;
	assert_close(t.p, 1, 0);
	assert_close(t_one_sample(five, 3, 4, TAIL_BOTH, 0.95).p, 0, 0);
	assert_close(t_one_sample(five, 3, 4, TAIL_BOTH, 0.95).interval.low, 5, 0);
	e = tost_of(&t, 1, 0.05);
	assert_true(e.p >= 0.5);
	t = t_one_sample(five, 3, 0, TAIL_BOTH, 0.95);
	e = tost_of(&t, 6, 0.05);
	assert_close(e.p, 0, 0);
	t = t_one_sample(one, 1, 0, TAIL_BOTH, 0.95);
	assert_close(t.estimate, 7, 0);
	assert_true(isnan(t.p) && isnan(t.interval.low) && isnan(tost_of(&t, 1, 0.05).p));
	assert_true(isnan(t_one_sample(NULL, 0, 0, TAIL_BOTH, 0.95).estimate));
	assert_true(isnan(t_welch(one, 1, five, 3, 0.95).p));
	assert_close(t_welch(five, 3, five, 3, 0.95).p, 1, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_one_sample),
		cmocka_unit_test(test_welch),
		cmocka_unit_test(test_paired),
		cmocka_unit_test(test_equivalence),
		cmocka_unit_test(test_few_and_equal_values),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
