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

static double forgot_n(double n)
{
	(void)n;
	return 100e3;
}

/* As a clock with a step of 1 ns sees work that is optimised away. */
static double optimised_away(double n)
{
	return n > 4 ? 21 : 20;
}

static double half_a_ns(double n)
{
	return 20 + 0.5 * n;
}

/* A slope of about zero is runtime-zero alone: there is nothing beside the "set-up". */
static void test_runtime_zero(void **state)
{
	(void)state;
	case_expect("runtime-zero", forgot_n, "error");
	case_expect("setup-overhead", forgot_n, "none");
	case_expect("linearity", forgot_n, "none");
	case_expect("runtime-short", forgot_n, "none");
	case_expect("runtime-zero", optimised_away, "error");
	case_expect("runtime-zero", half_a_ns, "none");
	case_expect("runtime-zero", case_healthy, "none");
	case_expect("runtime-zero", with_setup, "none");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_runtime_zero),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
