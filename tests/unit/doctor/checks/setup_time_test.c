/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/support/doctor_case.h"

static void test_setup_time(void **state)
{
	struct log log = case_log();
	struct launch *launch;

	(void)state;
	case_expect("setup-time", case_healthy, "none");
	case_bench(&log, "Bench", case_healthy, 0.001);
	for (size_t i = 0; i < log.benchmarks[0].launch_count; i++)
		log.benchmarks[0].launches[i].evidence->setup_ns = 250e6;
	assert_string_equal(case_verdict(&log, "setup-time"), "error");
	/* The best launch counts. */
	log = case_log();
	case_bench(&log, "Bench", case_healthy, 0.001);
	for (size_t i = 1; i < log.benchmarks[0].launch_count; i++) {
		launch = &log.benchmarks[0].launches[i];
		launch->evidence->setup_ns = 250e6;
	}
	assert_string_equal(case_verdict(&log, "setup-time"), "none");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_setup_time),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
