/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/support/doctor_case.h"

static double long_1_5_ms(double n)
{
	return 1.5e6 * n;
}

static double long_12_4_ms(double n)
{
	return 12.4e6 * n;
}

/* 0.8 ms of work beside 0.5 ms of set-up: not long. */
static double long_by_setup(double n)
{
	return 0.5e6 + 0.8e6 * n;
}

static void test_runtime_long(void **state)
{
	struct log log = case_log();
	const struct finding *finding;
	struct audit audit;

	(void)state;
	case_expect("runtime-long", case_healthy, "none");
	case_expect("runtime-long", long_by_setup, "none");
	case_expect("runtime-long", long_1_5_ms, "warning");
	case_expect("runtime-long", long_12_4_ms, "error");
	case_bench(&log, "Bench", long_12_4_ms, 0);
	audit = case_audit(&log);
	finding = case_finding(&audit, "runtime-long", "Bench");
	case_near(case_number(finding, "divisor"), 16, 0);
	assert_string_equal(finding->message, "12.4 ms per iteration");
	assert_string_equal(
		finding->advice, "divide the workload by 16 (775 us) or by 100 (124 us)");
	audit_release(&audit);
	/* A command line is not divided. */
	log_add_meta(&log, "suite.s.adapter", "command");
	audit = case_audit(&log);
	assert_null(case_finding(&audit, "runtime-long", "Bench"));
	audit_release(&audit);
	log_release(&log);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_runtime_long),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
