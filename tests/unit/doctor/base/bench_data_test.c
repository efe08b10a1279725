/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/support/doctor_case.h"

/* A single sample of n iterations that is too fast, as where the clock rate changes. */
static void expect_one_fast(const char *check, int64_t n, bool own, const char *verdict)
{
	struct log log = case_log();
	struct launch *launch;

	if (own)
		log_add_meta(&log, DOCTOR_META, "1");
	case_bench(&log, "Bench", case_healthy, 0);
	launch = log.benchmarks[0].launches;
	while (launch->iterations != n)
		launch++;
	launch->evidence->samples[3] *= 0.9;
	launch->time.min *= 0.9;
	assert_string_equal(case_verdict(&log, check), verdict);
}

/* What T says has to hold for usual times as well, where there are some. */
static void test_one_sample_is_no_finding(void **state)
{
	(void)state;
	expect_one_fast("setup-overhead", 2, false, "error");
	expect_one_fast("setup-overhead", 2, true, "none");
	expect_one_fast("linearity", 4, false, "error");
	expect_one_fast("linearity", 4, true, "none");
}

static bool is_unanswered(const struct audit *audit, const char *check)
{
	for (size_t i = 0; i < audit->unanswered_count; i++)
		if (!strcmp(audit->unanswered[i].check->name, check))
			return true;
	return false;
}

/* A foreign log that lost the order of its samples still tells of modes and outliers. */
static void test_sorted_samples(void **state)
{
	struct log log = case_log();
	uint64_t random = 3;
	struct audit audit;

	(void)state;
	for (uint32_t k = 1; k <= 5; k++) {
		double samples[100];
		struct launch *launch;

		for (int i = 0; i < 100; i++)
			samples[i] = (i < 60 ? 100e3 : 150e3) * (1 + i * 1e-6) +
				     100 * case_normal(&random);
		launch = case_launch(&log, "Sorted", 1, samples, 100);
		launch->evidence->samples_sorted = true;
		launch->round = k;
	}
	audit = case_audit(&log);
	assert_non_null(case_finding(&audit, "modes", "Sorted"));
	assert_false(is_unanswered(&audit, "outliers"));
	assert_true(is_unanswered(&audit, "drift"));
	assert_true(is_unanswered(&audit, "dependence"));
	assert_null(case_finding(&audit, "drift", "Sorted"));
	audit_release(&audit);
	log_release(&log);
}

/* Where a log does not tell the iterations, they are those of its place among the logs. */
static void test_iterations_not_told(void **state)
{
	struct log log = case_log();
	double samples[24];
	struct audit audit;

	(void)state;
	for (int i = 0; i < 24; i++)
		samples[i] = i % 6 ? 5e6 : 5.02e6;
	for (uint32_t k = 1; k <= 5; k++) {
		struct launch *launch = case_launch(&log, "Untold", 1, samples, 24);

		launch->iterations = -1;
		launch->round = k;
		launch->evidence->result.has_checksum = true;
		launch->evidence->result.checksum = k;
	}
	audit = case_audit(&log);
	assert_null(case_finding(&audit, "outliers", "Untold"));
	case_near(case_number(case_finding(&audit, "verify", "Untold"), "first_iterations"), 1,
		0);
	audit_release(&audit);
	log_release(&log);
}

/* Launches of another framework that choose their iterations, on a busy machine: the first call
 * of some ended their search, and others had the CPU. */
static void test_cut_searches(void **state)
{
	struct log log = case_log();
	struct audit audit;

	(void)state;
	for (uint32_t k = 1; k <= 12; k++) {
		bool cut = k % 3 == 0, busy = k % 3 == 1;
		struct launch *launch = case_add(&log, "Cut", cut ? 1 : 90000 + k,
			cut    ? 800
			: busy ? 12
			       : 6,
			20);

		launch->round = k;
		launch->evidence->tuned_iterations = launch->iterations;
		launch->evidence->run_delay_ns = -1;
		launch->evidence->wall_ns = 1e6;
		launch->evidence->cpu_ns = cut || busy ? 6e5 : 1e6;
	}
	audit = case_audit(&log);
	assert_null(case_finding(&audit, "noise", "Cut"));
	assert_null(case_finding(&audit, "setup-overhead", "Cut"));
	case_near(case_number(case_finding(&audit, "runtime-short", "Cut"), "iteration_ns"), 6,
		0.1);
	audit_release(&audit);
	log_release(&log);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_one_sample_is_no_finding),
		cmocka_unit_test(test_sorted_samples),
		cmocka_unit_test(test_iterations_not_told),
		cmocka_unit_test(test_cut_searches),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
