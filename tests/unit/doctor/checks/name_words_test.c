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

static void test_name_words(void **state)
{
	(void)state;
	assert_string_equal(name_verdict("name-words", "ParseCSVRowFast"), "none");
	assert_string_equal(name_verdict("name-words", "ParseCSVRowFastNow"), "warning");
	assert_string_equal(name_verdict("name-words", "ParseRow/fast/now/64"), "none");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_name_words),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
