/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/support/doctor_case.h"

static const char *name_verdict(const char *check, const char *name)
{
	struct log log = case_log();

	case_bench(&log, name, case_healthy, 0);
	return case_verdict(&log, check);
}

static void test_name_length(void **state)
{
	(void)state;
	assert_string_equal(
		name_verdict("name-length", "N234567890123456789012345678901234567890"),
		"none");
	assert_string_equal(
		name_verdict("name-length", "N2345678901234567890123456789012345678901"),
		"error");
	/* Characters, not bytes. */
	assert_string_equal(
		name_verdict("name-length", "Größe/üüüüüüüüüüüüüüüüüüüüüüüüüüüüü"), "none");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_name_length),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
