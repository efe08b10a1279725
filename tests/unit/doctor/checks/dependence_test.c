/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/support/doctor_case.h"
#include "tests/unit/support/shape.h"

static void test_dependence(void **state)
{
	(void)state;
	assert_string_equal(shape_verdict("dependence", shape_calm, 5), "none");
	assert_string_equal(shape_verdict("dependence", shape_dependent, 5), "info");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_dependence),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
