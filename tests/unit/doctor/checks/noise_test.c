/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/support/doctor_case.h"
#include "tests/unit/support/shape.h"

static double noisy_launches(unsigned launch, unsigned k, uint64_t *state)
{
	static const double levels[] = { 1.00, 1.08, 1.03, 0.96, 1.05 };

	return levels[launch % 5] * shape_calm(launch, k, state);
}

static double wild_launches(unsigned launch, unsigned k, uint64_t *state)
{
	static const double levels[] = { 1.0, 1.5, 1.1, 0.9, 1.3 };

	return levels[launch % 5] * shape_calm(launch, k, state);
}

/* One launch, once: the machine's doing. */
static double slow_once(unsigned launch, unsigned k, uint64_t *state)
{
	return (launch == 3 ? 1.5 : 1.0) * shape_calm(launch, k, state);
}

static void test_noise(void **state)
{
	struct log log = case_log();
	struct audit audit;

	(void)state;
	assert_string_equal(shape_verdict("noise", shape_calm, 5), "none");
	assert_string_equal(shape_verdict("noise", noisy_launches, 5), "warning");
	assert_string_equal(shape_verdict("noise", wild_launches, 5), "error");
	assert_string_equal(shape_verdict("noise", wild_launches, 2), "none");
	assert_string_equal(shape_verdict("noise", slow_once, 20), "none");
	assert_string_equal(shape_verdict("noise", slow_once, 5), "error");
	assert_string_equal(shape_verdict("noise", shape_mostly_slow, 20), "none");
	assert_string_equal(shape_verdict("noise", wild_launches, 20), "error");
	shape_fill(&log, noisy_launches, 5, 1);
	audit = case_audit(&log);
	/* SD of the logarithms of the five levels. */
	case_near(case_number(case_finding(&audit, "noise", "Bench"), "sd"), 0.0455, 0.001);
	/* (t(.975, 19) + t(.8, 19)) SD sqrt(2 / 20) = 2.954 x .0455 x .3162, exp - 1. */
	case_near(case_number(case_finding(&audit, "noise", "Bench"), "detectable"), 0.0434,
		0.001);
	audit_release(&audit);
	log_release(&log);
}

/* No probe tells of another framework's launches what ran beside them; their CPU time does. */
static void test_other_frameworks_by_their_cpu_time(void **state)
{
	struct log log = case_log();

	(void)state;
	shape_fill(&log, wild_launches, 5, 1);
	for (size_t i = 0; i < log.benchmarks[0].launch_count; i++) {
		struct launch *launch = &log.benchmarks[0].launches[i];

		launch->evidence->run_delay_ns = -1;
		launch->evidence->cpu_ns = launch->evidence->wall_ns / launch->time.mean;
	}
	log_add_meta(&log, "suite.s.adapter", "gbench");
	assert_string_equal(case_verdict(&log, "noise"), "none");
}

/* Launches beside which another process ran do not count where there are enough others. */
static void test_noise_of_the_machine(void **state)
{
	struct log log = case_log();

	(void)state;
	shape_fill(&log, shape_calm, 5, 1);
	for (int i = 0; i < 2; i++) {
		struct launch *launch = &log.benchmarks[0].launches[i];

		launch->time.median *= 1.4;
		launch->evidence->run_delay_ns = (int64_t)(0.3 * launch->evidence->wall_ns);
	}
	assert_string_equal(case_verdict(&log, "noise"), "none");
}

static const char *noise_of_rounded(double step)
{
	static const double medians[] = { 3e3, 4e3, 3e3, 4e3, 4e3 };
	struct log log = case_log();

	for (uint32_t k = 0; k < 5; k++) {
		struct launch *launch = case_add(&log, "Rounded", 1, medians[k], 20);

		launch->clock_step_ns = step;
		launch->round = k + 1;
	}
	return case_verdict(&log, "noise");
}

/* Nor are launches noisy that differ by one step of the clock. */
static void test_rounded_launches(void **state)
{
	(void)state;
	assert_string_equal(noise_of_rounded(1000), "none");
	assert_string_equal(noise_of_rounded(500), "error");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_noise),
		cmocka_unit_test(test_other_frameworks_by_their_cpu_time),
		cmocka_unit_test(test_noise_of_the_machine),
		cmocka_unit_test(test_rounded_launches),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
