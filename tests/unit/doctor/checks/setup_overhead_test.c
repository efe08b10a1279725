/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/support/doctor_case.h"

static double with_setup(double n)
{
	return 50e3 + 100e3 * n;
}

static double little_setup(double n)
{
	return 4e3 + 100e3 * n;
}

/* 24 us at two iterations: beyond the limit of 20. */
static double short_setup(double n)
{
	return 8e3 + 20e3 * n;
}

static double too_short_for_setup(double n)
{
	return 8e3 + 15e3 * n;
}

static void test_setup_overhead(void **state)
{
	struct log log = case_log();
	struct audit audit;

	(void)state;
	case_expect("setup-overhead", case_healthy, "none");
	case_expect("setup-overhead", with_setup, "error");
	case_expect("setup-overhead", little_setup, "none");
	case_expect("setup-overhead", short_setup, "error");
	case_expect("setup-overhead", too_short_for_setup, "none");
	case_bench(&log, "Bench", with_setup, 0);
	audit = case_audit(&log);
	case_near(case_number(case_finding(&audit, "setup-overhead", "Bench"), "setup_ns"),
		50e3, 1e-6);
	case_near(case_number(case_finding(&audit, "setup-overhead", "Bench"), "share"),
		1 / 3.0, 1e-9);
	audit_release(&audit);
	log_release(&log);
}

/* 28 us before iterations of 2.4 us: of a sample of 9 iterations it is 56 %. */
static double short_iterations(double n)
{
	return 28e3 + 2.4e3 * n;
}

/* The first iteration of short ones is cold: 2 % of a sample of the tuned number. */
static double cold_first(double n)
{
	return 1e3 + 2.4e3 * n;
}

/* An iteration of .3 ns: the short samples show one step of the clock, or half of one more. */
static double one_step(double n)
{
	return n < 3 ? 20 : 30;
}

static const char *tuned_verdict(double (*time_ns)(double n), int64_t tuned)
{
	struct log log = case_log();

	case_bench(&log, "Bench", time_ns, 0);
	/* As alone, where a slope of zero confirms the finding. */
	for (int64_t n = 1; n <= 8; n *= 2)
		for (int launch = 0; time_ns == one_step && launch < 5; launch++)
			case_add(&log, "Bench", n, time_ns((double)n) / (double)n, 40)->stage =
				2;
	log_add_meta(&log, DOCTOR_META, "1");
	for (size_t i = 0; i < log.benchmarks[0].launch_count; i++) {
		log.benchmarks[0].launches[i].evidence->tuned_iterations = tuned;
		log.benchmarks[0].launches[i].clock_step_ns = 20;
	}
	return case_verdict(&log, "setup-overhead");
}

static void test_short_iterations_count_at_the_tuned_number(void **state)
{
	(void)state;
	assert_string_equal(tuned_verdict(short_iterations, 9), "error");
	assert_string_equal(tuned_verdict(short_iterations, 1000), "none");
	assert_string_equal(tuned_verdict(short_iterations, -1), "none");
	assert_string_equal(tuned_verdict(cold_first, 21), "none");
	assert_string_equal(tuned_verdict(one_step, 32000), "none");
}

/* Set-up is nearly all: amid noise time grows, alone it does not, and both mean the set-up. */
static double all_setup_noisy(double n)
{
	return 169e3 + 2.3e3 * (n - 1);
}

static void test_confirmed_where_time_does_not_grow(void **state)
{
	struct log log = case_log();
	const char *verdict;

	(void)state;
	case_bench(&log, "Bench", all_setup_noisy, 0);
	for (int64_t n = 1; n <= 8; n *= 2)
		for (int launch = 0; launch < 5; launch++)
			case_add(&log, "Bench", n, 165e3 / (double)n, 40)->stage = 2;
	log_add_meta(&log, DOCTOR_META, "1");
	verdict = case_verdict(&log, "setup-overhead");
	assert_string_equal(verdict, "error");
}

static void test_advice_in_the_terms_of_the_framework(void **state)
{
	struct log log = case_log();
	struct audit audit;
	const char *advice;

	(void)state;
	log_add_meta(&log, "suite.s.adapter", "gbench");
	case_bench(&log, "Bench", with_setup, 0);
	audit = case_audit(&log);
	advice = case_finding(&audit, "setup-overhead", "Bench")->advice;
	assert_non_null(strstr(advice, "move set-up into the code before the loop"));
	assert_null(strstr(advice, ".setup"));
	audit_release(&audit);
	log_release(&log);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_setup_overhead),
		cmocka_unit_test(test_short_iterations_count_at_the_tuned_number),
		cmocka_unit_test(test_advice_in_the_terms_of_the_framework),
		cmocka_unit_test(test_confirmed_where_time_does_not_grow),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
