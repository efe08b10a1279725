/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "compare/stats/quantile.h"
#include "tests/unit/support/vectors.h"

static void test_ranks_are_those_of_integers(void **state)
{
	double v[100];

	(void)state;
	for (int i = 0; i < 100; i++)
		v[i] = i + 1;
	/* ceil(100 * 0.55) in floating point is 56. */
	assert_close(quantile_r1(v, 100, 11, 20), 55, 0);
	for (size_t i = 1; i <= 20; i++)
		assert_close(quantile_r1(v, 100, i, 20), 5.0 * (double)i, 0);
	assert_true(isnan(quantile_r1(v, 0, 1, 2)) && isnan(quantile_r7(v, 3, 1.5)) &&
		    isnan(quantile_r7(v, 3, NAN)));
}

static void test_unsorted_is_as_sorted(void **state)
{
	double v[60], sorted[60];

	(void)state;
	for (size_t n = 1; n <= 60; n++)
		for (int part = 0; part <= 4; part++) {
			for (size_t i = 0; i < n; i++)
				v[i] = sorted[i] = floor((double)(i * 37 % 61) / 2);
			quantile_sort(sorted, n);
			assert_close(quantile_r7_unsorted(v, n, part / 4.0),
				quantile_r7(sorted, n, part / 4.0), 0);
		}
	assert_true(isnan(quantile_r7_unsorted(v, 0, 0.5)));
}

/* quantile(1:n, 0.25, type = 8) of R. */
static void test_few_values_are_not_nearer_to_the_middle(void **state)
{
	static const struct {
		size_t n;
		double is;
	} cases[] = { { 1, 1 }, { 2, 1 }, { 11, 19.0 / 6 }, { 34, 107.0 / 12 } };
	double v[34];

	(void)state;
	for (size_t k = 0; k < sizeof(cases) / sizeof(*cases); k++) {
		for (size_t i = 0; i < cases[k].n; i++)
			v[i] = (double)(cases[k].n - i);
		assert_close(quantile_r8_unsorted(v, cases[k].n, 0.25), cases[k].is, 1e-12);
	}
	assert_close(quantile_r8_unsorted(v, 34, 1), 34, 0);
	assert_true(isnan(quantile_r8_unsorted(v, 0, 0.5)));
}

static void expect_ranks(size_t n, double level, size_t low, size_t high, double confidence)
{
	struct order_interval r = median_ranks(n, level);

	assert_int_equal(r.low, low);
	assert_int_equal(r.high, high);
	assert_close(r.confidence, confidence, 1e-12);
}

/* Sums of the binomial distribution with p = 1/2, by hand. */
static void test_ranks(void **state)
{
	(void)state;
	expect_ranks(10, 0.95, 2, 9, 1 - 2 * 11.0 / 1024);
	expect_ranks(6, 0.95, 1, 6, 1 - 2.0 / 64);
	/* Five values reach 93.75 %: one side stays open. */
	expect_ranks(5, 0.95, 0, 5, 1 - 1.0 / 32);
	expect_ranks(5, 0.9, 1, 5, 1 - 2.0 / 32);
	expect_ranks(1, 0.95, 0, 2, 1);
	expect_ranks(0, 0.95, 0, 1, 1);
}

static void test_values(void **state)
{
	const double sorted[] = { 1, 2, 3, 4, 5, 6 };
	struct interval i = median_interval(sorted, 6, 0.95);

	(void)state;
	assert_true(i.low == 1 && i.high == 6);
	i = median_interval(sorted, 5, 0.95);
	assert_true(isinf(i.low) && i.low < 0 && i.high == 5);
	i = median_interval(sorted, 0, 0.95);
	assert_true(isinf(i.low) && isinf(i.high));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_few_values_are_not_nearer_to_the_middle),
		cmocka_unit_test(test_unsorted_is_as_sorted),
		cmocka_unit_test(test_ranks_are_those_of_integers),
		cmocka_unit_test(test_ranks),
		cmocka_unit_test(test_values),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
