/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/plan/outlook.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define COUNT 10

/* Benchmarks of 8 rounds, of which changes of 4 % are seen. */
static void fill(struct outlook_benchmark *b, uint32_t last)
{
	for (size_t i = 0; i < COUNT; i++)
		b[i] = (struct outlook_benchmark){ log(1.04), 8, last, 1e9 };
}

static void test_four_times_the_rounds_show_half(void **state)
{
	struct outlook_benchmark b[COUNT];
	struct outlook o;

	(void)state;
	fill(b, 32);
	o = outlook_of(b, COUNT, INFINITY, 2);
	assert_float_equal(o.change, sqrt(1.04) - 1, 1e-6);
	/* Half of that again: 128 rounds of each. */
	assert_float_equal(log1p(o.finer), log1p(o.change) / 2, 1e-6);
	assert_int_equal(o.finer_rounds, 128);
	assert_float_equal(o.finer_ns, 120e9 * COUNT / 2, 1);
}

static void test_noisy_ones_are_the_fifth_that_is_left_out(void **state)
{
	struct outlook_benchmark b[COUNT];

	(void)state;
	fill(b, 8);
	b[0].smallest = 10;
	b[1].smallest = NAN;
	assert_float_equal(outlook_of(b, COUNT, INFINITY, 1).change, 0.04, 1e-6);
	b[2].smallest = log(1.5);
	assert_float_equal(outlook_of(b, COUNT, INFINITY, 1).change, 0.5, 1e-6);
	b[0].smallest = b[2].smallest = NAN;
	assert_true(isinf(outlook_of(b, COUNT, INFINITY, 1).change));
}

static void test_a_short_time_is_for_some_of_the_rounds(void **state)
{
	struct outlook_benchmark b[COUNT];
	struct outlook o;

	(void)state;
	fill(b, 32);
	o = outlook_of(b, COUNT, 120e9, 2);
	assert_float_equal(log1p(o.change), log(1.04) * sqrt(8 / 20.0), 1e-6);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_four_times_the_rounds_show_half),
		cmocka_unit_test(test_noisy_ones_are_the_fifth_that_is_left_out),
		cmocka_unit_test(test_a_short_time_is_for_some_of_the_rounds),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
