/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "doctor/checks.h"
#include "tests/unit/support/doctor_case.h"

static void test_limits(void **state)
{
	struct log log = case_mixed();
	struct settings settings = { 0 };
	struct audit audit;
	struct err e;

	(void)state;
	assert_int_equal(settings_set(&settings, "runtime-long.warning", 3e6, &e), 0);
	assert_int_equal(settings_set(&settings, "setup-overhead", 0.5, &e), 0);
	audit_logs(&audit, &log, 1, &settings, NULL);
	assert_null(case_finding(&audit, "runtime-long", "Warned"));
	assert_null(case_finding(&audit, "setup-overhead", "OneError"));
	audit_release(&audit);
	settings_release(&settings);
	log_release(&log);
}

static const char *with_limit(
	struct log *log, const char *key, double value, const char *check, const char *name)
{
	struct settings settings = { 0 };
	const struct finding *finding;
	const char *verdict;
	struct audit audit;
	struct err e;

	assert_int_equal(settings_set(&settings, key, value, &e), 0);
	audit = case_audit_with(log, &settings);
	finding = case_finding(&audit, check, name);
	verdict = finding ? severity_name(finding->severity) : "none";
	audit_release(&audit);
	settings_release(&settings);
	return verdict;
}

/* An error is one, also where its limit is below the one of the warning. */
static void test_errors_below_the_warning(void **state)
{
	struct log log = case_log();

	(void)state;
	case_bench(&log, "Bench", case_healthy, 0.01);
	assert_string_equal(
		with_limit(&log, "runtime-long.error", 50e3, "runtime-long", "Bench"), "error");
	assert_string_equal(
		with_limit(&log, "runtime-long.error", 150e3, "runtime-long", "Bench"), "none");
	assert_string_equal(with_limit(&log, "noise.error", 1e-4, "noise", "Bench"), "error");
	log_release(&log);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_limits),
		cmocka_unit_test(test_errors_below_the_warning),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
