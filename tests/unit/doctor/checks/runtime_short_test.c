/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/support/doctor_case.h"

static double short_300_ns(double n)
{
	return 25 + 300 * n;
}

static const char *short_verdict(int64_t tuned, double step)
{
	struct log log = case_log();

	case_bench(&log, "Bench", short_300_ns, 0.0001);
	for (size_t i = 0; i < log.benchmarks[0].launch_count; i++) {
		log.benchmarks[0].launches[i].evidence->tuned_iterations = tuned;
		log.benchmarks[0].launches[i].clock_step_ns = step;
	}
	return case_verdict(&log, "runtime-short");
}

static void test_runtime_short(void **state)
{
	(void)state;
	case_expect("runtime-short", case_healthy, "none");
	assert_string_equal(short_verdict(300, 1), "info");
	assert_string_equal(short_verdict(-1, 1), "info");
	assert_string_equal(short_verdict(-1, NAN), "warning");
	assert_string_equal(short_verdict(300, 1000), "warning");
	assert_string_equal(short_verdict(6, 1000), "error");
}

/* Samples of 0 at one iteration count: what the clock cannot see is not fit. */
static void test_no_time_at_all(void **state)
{
	struct log log = case_log();
	struct audit audit;

	(void)state;
	for (uint32_t k = 1; k <= 3; k++) {
		case_add(&log, "Zero", 1, 0, 20)->round = k;
		case_add(&log, "Short", 1, 3e3, 20)->round = k;
	}
	audit = case_audit(&log);
	assert_non_null(case_finding(&audit, "runtime-short", "Zero"));
	assert_int_equal(
		case_finding(&audit, "runtime-short", "Zero")->severity, SEVERITY_ERROR);
	assert_int_equal(
		case_finding(&audit, "runtime-short", "Short")->severity, SEVERITY_INFO);
	audit_release(&audit);
	log_release(&log);
}

/* A framework that chooses iterations itself and whose clock is not known: one information for
 * its suite. */
static void test_another_framework(void **state)
{
	struct log log = case_log();
	struct audit audit;

	(void)state;
	log_add_meta(&log, "suite.s.adapter", "gbench");
	case_bench(&log, "First", short_300_ns, 0.0001);
	case_bench(&log, "Second", short_300_ns, 0.0001);
	for (size_t b = 0; b < 2; b++)
		for (size_t i = 0; i < log.benchmarks[b].launch_count; i++) {
			struct launch *launch = &log.benchmarks[b].launches[i];

			launch->evidence->tuned_iterations = 300;
			launch->clock_step_ns = NAN;
		}
	audit = case_audit(&log);
	assert_int_equal(
		case_finding(&audit, "runtime-short", "First")->severity, SEVERITY_INFO);
	assert_null(case_finding(&audit, "runtime-short", "Second"));
	audit_release(&audit);
	log_release(&log);
}

/* With a coarse clock the advice says how much more work it takes: 20 us of 3. */
static void test_advice_for_a_coarse_clock(void **state)
{
	struct log log = case_log();
	struct audit audit;

	(void)state;
	case_add(&log, "Short", 1, 3e3, 20)->clock_step_ns = 1000;
	audit = case_audit(&log);
	assert_non_null(case_finding(&audit, "runtime-short", "Short"));
	assert_non_null(strstr(case_finding(&audit, "runtime-short", "Short")->advice,
		"at least 7 times as much"));
	audit_release(&audit);
	log_release(&log);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_runtime_short),
		cmocka_unit_test(test_no_time_at_all),
		cmocka_unit_test(test_another_framework),
		cmocka_unit_test(test_advice_for_a_coarse_clock),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
