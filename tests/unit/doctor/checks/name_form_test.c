/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "compare/base/memory.h"
#include "tests/unit/support/doctor_case.h"

static const char *name_verdict(const char *check, const char *name)
{
	struct log log = case_log();

	case_bench(&log, name, case_healthy, 0);
	return case_verdict(&log, check);
}

static void test_name_form(void **state)
{
	(void)state;
	assert_string_equal(name_verdict("name-form", "Sort"), "none");
	assert_string_equal(name_verdict("name-form", "Sort/64/key=a_b.c"), "none");
	assert_string_equal(name_verdict("name-form", "Is.It?Yes!-1"), "none");
	assert_string_equal(name_verdict("name-form", "sort"), "error");
	assert_string_equal(name_verdict("name-form", "S"), "error");
	assert_string_equal(name_verdict("name-form", "Sort 64"), "error");
	assert_string_equal(name_verdict("name-form", "Sort/"), "error");
	assert_string_equal(name_verdict("name-form", "Sort_64"), "error");
}

static void test_name_form_can_be_set(void **state)
{
	struct log log = case_log();
	struct settings settings = { .name_form = memory_text("^[a-z_]+$") };
	struct audit audit;

	(void)state;
	case_bench(&log, "lower_case", case_healthy, 0);
	audit_logs(&audit, &log, 1, &settings, NULL);
	assert_null(case_finding(&audit, "name-form", "lower_case"));
	audit_release(&audit);
	settings_release(&settings);
	log_release(&log);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_name_form),
		cmocka_unit_test(test_name_form_can_be_set),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
