/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/stats/quantile.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/support/vectors.h"

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
		cmocka_unit_test(test_ranks),
		cmocka_unit_test(test_values),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
