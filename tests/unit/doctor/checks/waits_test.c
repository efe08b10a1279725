/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/support/doctor_case.h"
#include "tests/unit/support/shape.h"

static const char *waiting(double cpu_share, double delay_share)
{
	struct log log = case_log();

	shape_fill(&log, shape_calm, 3, 9);
	for (int i = 0; i < 3; i++) {
		struct evidence *evidence = log.benchmarks[0].launches[i].evidence;

		evidence->cpu_ns = evidence->wall_ns * cpu_share;
		evidence->run_delay_ns = (int64_t)(evidence->wall_ns * delay_share);
	}
	return case_verdict(&log, "waits");
}

static void test_waits(void **state)
{
	(void)state;
	assert_string_equal(waiting(1, 0), "none");
	assert_string_equal(waiting(0.95, 0), "none");
	assert_string_equal(waiting(0.5, 0), "warning");
	assert_string_equal(waiting(0, 0), "warning");
	assert_string_equal(waiting(1.9, 0), "info");
	/* It wanted to run: another one did. */
	assert_string_equal(waiting(0.5, 0.5), "none");
	assert_string_equal(waiting(0.4, 0.3), "warning");
}

/* A launch on all CPUs shows threads that pinned ones cannot; it counts for nothing else. */
static void test_threads(void **state)
{
	for (int threads = 1; threads <= 2; threads++) {
		struct log log = case_log();
		double sample = 90e3;
		struct launch *launch;
		struct audit audit;

		(void)state;
		log_add_meta(&log, DOCTOR_META, "1");
		shape_fill(&log, shape_calm, 5, 9);
		launch = case_launch(&log, "Bench", 8, &sample, 1);
		launch->stage = 3;
		launch->evidence->cpu_ns = threads * launch->evidence->wall_ns;
		audit = case_audit(&log);
		assert_int_equal(audit.benches.items[0].series[0].count, 5);
		assert_int_equal(audit.findings.count, threads == 2);
		if (threads == 2)
			case_near(case_number(case_finding(&audit, "waits", "Bench"),
					  "cpu_per_wall"),
				2, 1e-9);
		audit_release(&audit);
		log_release(&log);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_waits),
		cmocka_unit_test(test_threads),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
