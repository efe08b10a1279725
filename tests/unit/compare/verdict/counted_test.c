/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/verdict/counted.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define MOST 8

/* Up to the first NAN. */
static size_t copy(double *to, const double *from)
{
	size_t n = 0;

	for (; n < MOST && !isnan(from[n]); n++)
		to[n] = from[n];
	return n;
}

static struct metric_change compare(
	const double *old, const double *new, double threshold, double least)
{
	struct metric_change change = CHANGE_UNKNOWN;
	double old_values[MOST], new_values[MOST];
	struct counted_sides sides = { .old = old_values, .new = new_values };

	change.threshold = threshold;
	sides.old_count = copy(old_values, old);
	sides.new_count = copy(new_values, new);
	counted_compare(&change, &sides, least);
	counted_judge(&change, 1, 1, 0.05);
	return change;
}

#define LIST(...) ((const double[]){ __VA_ARGS__, NAN })

static void test_equal_counts_are_compared_exactly(void **state)
{
	struct metric_change c = compare(LIST(100, 100, 100), LIST(101, 101), 0, 0);

	(void)state;
	assert_int_equal(c.verdict, VERDICT_REGRESSED);
	assert_float_equal(c.ratio, 1.01, 1e-12);
	assert_float_equal(c.low, 1.01, 1e-12);
	assert_float_equal(c.high, 1.01, 1e-12);
	assert_true(isnan(c.p) && isnan(c.q));
	assert_int_equal(
		compare(LIST(101, 101), LIST(100, 100), 0, 0).verdict, VERDICT_IMPROVED);
	assert_int_equal(
		compare(LIST(100, 100), LIST(100, 100), 0, 0).verdict, VERDICT_UNCHANGED);
	/* 1 % and one unit are too little; 2 % and two are not. */
	assert_int_equal(
		compare(LIST(100, 100), LIST(101, 101), 0.02, 0).verdict, VERDICT_UNCHANGED);
	assert_int_equal(
		compare(LIST(100, 100), LIST(101, 101), 0, 2).verdict, VERDICT_UNCHANGED);
	assert_int_equal(
		compare(LIST(100, 100), LIST(102, 102), 0.02, 2).verdict, VERDICT_REGRESSED);
}

static void test_counts_of_zero_and_below_are_compared_exactly(void **state)
{
	struct metric_change c = compare(LIST(0, 0), LIST(5, 5), 0.05, 0);

	(void)state;
	assert_int_equal(c.verdict, VERDICT_REGRESSED);
	assert_true(isnan(c.ratio));
	c = compare(LIST(0, 0), LIST(0, 0), 0.05, 0);
	assert_int_equal(c.verdict, VERDICT_UNCHANGED);
	assert_float_equal(c.ratio, 1, 0);
	assert_int_equal(compare(LIST(-5, -5), LIST(-7, -7), 0, 0).verdict, VERDICT_IMPROVED);
}

static void test_one_launch_shows_nothing(void **state)
{
	struct metric_change c = compare(LIST(100), LIST(200, 200), 0, 0);

	(void)state;
	assert_int_equal(c.verdict, VERDICT_INCONCLUSIVE);
	assert_float_equal(c.old, 100, 0);
	assert_float_equal(c.ratio, 2, 0);
	c = compare(LIST(100, 100), &(const double){ NAN }, 0, 0);
	assert_int_equal(c.verdict, VERDICT_INCONCLUSIVE);
	assert_float_equal(c.old, 100, 0);
	assert_true(isnan(c.new) && isnan(c.ratio));
}

/* By hand: means of ln 4.61834 and 4.79577, variances .000226 and .0000683 of three each; so
 * t = .177428 / .0099081 = 17.9074 with df = 3.10692. p and the quantile 3.12138 are from a
 * numerical integral of the density of t, not from GSL. */
static void test_counts_that_vary_are_tested_on_logarithms(void **state)
{
	struct metric_change c = compare(LIST(100, 101, 103), LIST(120, 121, 122), 0.05, 0);

	(void)state;
	assert_int_equal(c.verdict, VERDICT_REGRESSED);
	assert_float_equal(c.old, cbrt(100.0 * 101 * 103), 1e-9);
	assert_float_equal(c.ratio, cbrt(120.0 * 121 * 122 / (100.0 * 101 * 103)), 1e-12);
	assert_float_equal(log(c.low), 0.146501, 1e-4);
	assert_float_equal(log(c.high), 0.208355, 1e-4);
	assert_float_equal(c.p, 0.000307528, 1e-9);
	/* The same change is too small for a threshold of 25 %. */
	assert_int_equal(compare(LIST(100, 101, 103), LIST(120, 121, 122), 0.25, 0).verdict,
		VERDICT_UNCHANGED);
	assert_int_equal(compare(LIST(100, 101, 103), LIST(120, 121, 122), 0.05, 30).verdict,
		VERDICT_UNCHANGED);
}

static void test_too_much_variation_is_inconclusive(void **state)
{
	(void)state;
	assert_int_equal(compare(LIST(100, 180, 90), LIST(120, 220, 80), 0.05, 0).verdict,
		VERDICT_INCONCLUSIVE);
	/* No logarithm. */
	assert_int_equal(
		compare(LIST(0, 1, 0), LIST(5, 5, 6), 0.05, 0).verdict, VERDICT_INCONCLUSIVE);
}

/* p of .03 in one benchmark of ten is what chance gives. */
static void test_a_metric_is_one_family(void **state)
{
	struct metric_change changes[20];

	(void)state;
	for (size_t i = 0; i < 20; i++) {
		changes[i] = (struct metric_change)CHANGE_UNKNOWN;
		changes[i].ratio = 1.2;
		changes[i].p = i == 4 ? 0.03 : i == 6 ? 1e-6 : 0.6;
	}
	counted_judge(changes, 10, 2, 0.05);
	assert_int_equal(changes[4].verdict, VERDICT_INCONCLUSIVE);
	assert_float_equal(changes[4].q, 0.15, 1e-12);
	assert_int_equal(changes[6].verdict, VERDICT_REGRESSED);
	assert_true(isnan(changes[5].q)); /* of another metric */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_equal_counts_are_compared_exactly),
		cmocka_unit_test(test_counts_of_zero_and_below_are_compared_exactly),
		cmocka_unit_test(test_one_launch_shows_nothing),
		cmocka_unit_test(test_counts_that_vary_are_tested_on_logarithms),
		cmocka_unit_test(test_too_much_variation_is_inconclusive),
		cmocka_unit_test(test_a_metric_is_one_family),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
