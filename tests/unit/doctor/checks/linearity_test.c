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

static void test_linearity(void **state)
{
	(void)state;
	case_expect("linearity", case_healthy, "none");
	case_expect("linearity", with_setup, "none");
	case_expect("linearity", disturbed_setup, "none");
	case_expect("linearity", grows, "error");
	case_expect("linearity", gets_cheaper, "error");
	case_expect("linearity", half_a_ns, "none");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_linearity),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
