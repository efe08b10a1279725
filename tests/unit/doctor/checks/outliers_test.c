/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/support/doctor_case.h"
#include "tests/unit/support/shape.h"

static double with_outliers(unsigned launch, unsigned k, uint64_t *state)
{
	return (k % 6 == 0 ? 1.5 : 1.0) * shape_calm(launch, k, state);
}

static double few_outliers(unsigned launch, unsigned k, uint64_t *state)
{
	return (k % 20 == 0 ? 1.5 : 1.0) * shape_calm(launch, k, state);
}

static void test_outliers(void **state)
{
	(void)state;
	assert_string_equal(shape_verdict("outliers", shape_calm, 5), "none");
	assert_string_equal(shape_verdict("outliers", few_outliers, 5), "none");
	assert_string_equal(shape_verdict("outliers", with_outliers, 5), "info");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_outliers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
