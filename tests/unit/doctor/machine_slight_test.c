/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "doctor/settings_read.h"
#include "tests/unit/support/doctor_case.h"

static double little_setup(double n)
{
	return 100e3 * n + 8e3;
}

static double much_setup(double n)
{
	return 100e3 * n + 30e3;
}

static double grows_little(double n)
{
	return n < 8 ? 100e3 * n : 850e3;
}

static double grows_much(double n)
{
	return 100e3 * n * n;
}

/* Launches of the first stage, and again of the second. */
static void add_twice(struct log *log, const char *name, double (*time_ns)(double n))
{
	const struct log_benchmark *benchmark;
	size_t first;

	case_bench(log, name, time_ns, 0);
	benchmark = &log->benchmarks[log->benchmark_count - 1];
	first = benchmark->launch_count;
	case_bench(log, name, time_ns, 0);
	benchmark = &log->benchmarks[log->benchmark_count - 1];
	for (size_t i = first; i < benchmark->launch_count; i++)
		benchmark->launches[i].stage = 2;
	for (size_t i = 0; i < benchmark->launch_count; i++)
		benchmark->launches[i].round = (uint32_t)i + 1;
}

static void expect_structure(struct log *log, bool slight)
{
	struct audit audit = case_audit(log);

	assert_non_null(case_finding(&audit, "setup-overhead", "Much"));
	assert_non_null(case_finding(&audit, "linearity", "GrowsMuch"));
	assert_true(!!case_finding(&audit, "setup-overhead", "Little") == slight);
	assert_true(!!case_finding(&audit, "linearity", "GrowsLittle") == slight);
	audit_release(&audit);
}

/* On such a machine a slight excess is no finding, whether others shared the cores or made
 * launches wait; what is far beyond the limit is. */
static void test_slight_and_gross_findings(void **state)
{
	struct log log = case_log();

	(void)state;
	log_add_meta(&log, DOCTOR_META, "1");
	add_twice(&log, "GrowsLittle", grows_little);
	add_twice(&log, "GrowsMuch", grows_much);
	add_twice(&log, "Little", little_setup);
	add_twice(&log, "Much", much_setup);
	expect_structure(&log, true);
	case_share(&log, 2);
	expect_structure(&log, false);
	case_share(&log, 0);
	expect_structure(&log, true);
	case_occupy_some(&log, 1);
	expect_structure(&log, false);
	log_release(&log);
}

/* What is slight is measured with the limits that are set; and a waiver of a finding that was
 * put down to the machine is of use. */
static void test_slight_by_the_limits_that_are_set(void **state)
{
	struct log log = case_log();
	struct settings settings = { 0 };
	struct audit audit;
	struct err e;

	(void)state;
	log_add_meta(&log, DOCTOR_META, "1");
	add_twice(&log, "GrowsLittle", grows_little);
	add_twice(&log, "GrowsMuch", grows_much);
	add_twice(&log, "Little", little_setup);
	add_twice(&log, "Much", much_setup);
	case_share(&log, 2);
	assert_int_equal(settings_waive(&settings, "setup-overhead:Little", "x", &e), 0);
	audit = case_audit_with(&log, &settings);
	assert_null(case_finding(&audit, "setup-overhead", "Little"));
	assert_null(case_finding(&audit, "linearity", "GrowsLittle"));
	assert_int_equal(audit.unused_count, 0);
	audit_release(&audit);

	/* 8 of 108 us, and a ratio of 2.25. */
	case_limit(&settings, "setup-overhead", 0.02);
	case_limit(&settings, "linearity.high", 2.05);
	audit = case_audit_with(&log, &settings);
	assert_non_null(case_finding(&audit, "setup-overhead", "Little"));
	assert_non_null(case_finding(&audit, "linearity", "GrowsLittle"));
	audit_release(&audit);

	/* 30 of 130 us, and a ratio of 4. */
	case_limit(&settings, "setup-overhead", 0.1);
	case_limit(&settings, "linearity.high", 2.9);
	audit = case_audit_with(&log, &settings);
	assert_null(case_finding(&audit, "setup-overhead", "Much"));
	assert_null(case_finding(&audit, "linearity", "GrowsMuch"));
	audit_release(&audit);
	settings_release(&settings);
	log_release(&log);
}

/* One launch of two iterations, of each stage, was fast by a fifth. */
static void make_one_fast(struct log *log)
{
	for (size_t i = 0; i < log->benchmarks[0].launch_count; i++) {
		struct launch *launch = &log->benchmarks[0].launches[i];
		double fast[20];

		if (launch->iterations != 2 || launch->round % 20 != 6)
			continue;
		for (int k = 0; k < 20; k++)
			fast[k] = 80e3;
		launch_summarise(launch, fast, 20);
	}
}

static bool is_linear(double (*time_ns)(double n), size_t of_six)
{
	struct log log = case_log();
	struct audit audit;
	bool found;

	log_add_meta(&log, DOCTOR_META, "1");
	add_twice(&log, "Grows", time_ns);
	make_one_fast(&log);
	case_occupy_some(&log, of_six);
	audit = case_audit(&log);
	found = case_finding(&audit, "linearity", "Grows");
	audit_release(&audit);
	log_release(&log);
	return !found;
}

/* A fast launch among some that were not quiet does not decide; and what is slight without it
 * is slight. */
static void test_one_fast_launch(void **state)
{
	struct log log = case_log();
	struct audit audit;

	(void)state;
	for (size_t of_six = 0; of_six <= 6; of_six++)
		assert_true(is_linear(case_healthy, of_six));
	assert_false(is_linear(grows_much, 4));
	assert_false(is_linear(grows_little, 0));

	log_add_meta(&log, DOCTOR_META, "1");
	add_twice(&log, "GrowsLittle", grows_little);
	add_twice(&log, "Other", case_healthy);
	add_twice(&log, "Third", case_healthy);
	make_one_fast(&log);
	case_occupy_some(&log, 6);
	audit = case_audit(&log);
	assert_true(audit.noise.found);
	assert_null(case_finding(&audit, "linearity", "GrowsLittle"));
	audit_release(&audit);
	log_release(&log);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_slight_and_gross_findings),
		cmocka_unit_test(test_slight_by_the_limits_that_are_set),
		cmocka_unit_test(test_one_fast_launch),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
