/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/log/finish.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/support/doctor_case.h"

static const char *placement_verdict(const char *key, const char *value)
{
	struct log log = case_log();

	if (key)
		log_add_meta(&log, key, value);
	case_bench(&log, "Bench", case_healthy, 0);
	return case_verdict(&log, "placement");
}

static void test_placement(void **state)
{
	(void)state;
	assert_string_equal(placement_verdict("suite.s.alignment", "64"), "none");
	assert_string_equal(placement_verdict("suite.s.placement", "0 of 80"), "none");
	assert_string_equal(
		placement_verdict("suite.s.placement", "12 of 80: a, b, c"), "warning");
	/* Of another suite. */
	assert_string_equal(
		placement_verdict("suite.t.placement", "12 of 80: a, b, c"), "none");
	assert_string_equal(placement_verdict(NULL, NULL), "none");
}

static void test_placement_is_said_once_a_suite(void **state)
{
	struct log log = case_log();
	struct audit audit;
	const struct finding *finding;

	(void)state;
	log_add_meta(&log, "suite.s.placement", "12 of 80: a, b, c");
	case_bench(&log, "One", case_healthy, 0);
	case_bench(&log, "Two", case_healthy, 0);
	audit = case_audit(&log);
	finding = case_finding(&audit, "placement", "One");
	assert_non_null(finding);
	assert_non_null(strstr(finding->message, "12 of 80: a, b, c"));
	assert_non_null(strstr(finding->advice, "bd_add_suite"));
	assert_null(case_finding(&audit, "placement", "Two"));
	audit_release(&audit);
	log_add_meta(&log, "suite.s.adapter", "gbench");
	audit = case_audit(&log);
	finding = case_finding(&audit, "placement", "One");
	assert_non_null(strstr(finding->advice, "-falign-functions=64"));
	audit_release(&audit);
	log_release(&log);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_placement),
		cmocka_unit_test(test_placement_is_said_once_a_suite),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
