/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/stats/empirical_null.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/support/vectors.h"

static void test_scale(void **state)
{
	const double wide[] = { -3, NAN, -2, -1, 0, 1, 2, 3 };
	const double narrow[] = { -0.1, 0, 0.1 };

	(void)state;
	assert_close(empirical_null_scale(wide, 8), 1.4826 * 2, 1e-4);
	assert_close(empirical_null_scale(narrow, 3), 1, 0); /* never below the formula */
	assert_close(empirical_null_scale(NULL, 0), 1, 0);
	assert_close(empirical_null_scale(wide + 1, 1), 1, 0);
}

/* Normal quantiles from a table. */
static void test_p_and_z(void **state)
{
	(void)state;
	assert_close(empirical_null_p(1.959963984540054, 1), 0.05, 1e-9);
	assert_close(empirical_null_p(-2 * 2.575829303548901, 2), 0.01, 1e-9);
	assert_close(empirical_null_z(0.05), 1.959963984540054, 1e-9);
	assert_close(empirical_null_z(1), 0, 1e-12);
	assert_close(empirical_null_p(empirical_null_z(1e-12), 1), 1e-12, 1e-6);
	assert_close(empirical_null_z(0), empirical_null_z(1e-300), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_scale),
		cmocka_unit_test(test_p_and_z),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
