/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/support/doctor_case.h"

static double with_setup(double n)
{
	return 50e3 + 100e3 * n;
}

static double half_a_ns(double n)
{
	return 20 + 0.5 * n;
}

static double grows(double n)
{
	return 10e3 * n * n;
}

static double gets_cheaper(double n)
{
	return 100e3 * sqrt(n);
}

/* Most of a sample is set-up, and its time is wrong by 3 %: 2.203 times as much is added. */
static double disturbed_setup(double n)
{
	return 171e3 + 103e3 * n + (n > 1 ? 0 : 9.5e3);
}

/* The second iteration takes so much more than those after it. */
static double first_two(double n, double more)
{
	return 100e3 * n + 40e3 + (n > 1 ? more : 0);
}

static double cold(double n)
{
	return first_two(n, 30e3);
}

static double half_done_by_the_second(double n)
{
	return first_two(n, 60e3);
}

static void test_linearity(void **state)
{
	(void)state;
	case_expect("linearity", case_healthy, "none");
	case_expect("linearity", with_setup, "none");
	case_expect("linearity", disturbed_setup, "none");
	case_expect("linearity", grows, "error");
	case_expect("linearity", gets_cheaper, "error");
	case_expect("linearity", cold, "none");
	case_expect("linearity", half_done_by_the_second, "error");
	case_expect("linearity", half_a_ns, "none");
}

static double linear(double n)
{
	return 20 + 30 * n;
}

static double square(double n)
{
	return 20 + 10 * n * n;
}

/* In a tuned sample too; there the machine was busy. */
static const char *of_short(double (*time_ns)(double n), bool steady)
{
	struct log log = case_log();

	case_bench(&log, "short", time_ns, 0);
	for (int i = 0; i < 5; i++)
		case_add(&log, "short", 1000, time_ns(1000) / 1000, 20)
			->evidence->run_delay_ns = steady ? 0 : 1e9;
	return case_verdict(&log, "linearity");
}

static void test_short_iterations(void **state)
{
	(void)state;
	case_expect("linearity", square, "none");
	assert_string_equal(of_short(square, true), "error");
	assert_string_equal(of_short(square, false), "error");
	assert_string_equal(of_short(linear, true), "none");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_linearity),
		cmocka_unit_test(test_short_iterations),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
