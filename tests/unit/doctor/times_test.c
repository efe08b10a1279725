/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/support/ward.h"

/* What the checks say of the time T(n) of n iterations. */

static double healthy(double n)
{
	return 100e3 * n;
}

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

static double forgot_n(double n)
{
	(void)n;
	return 100e3;
}

/* As a clock with a step of 1 ns sees work that is optimised away. */
static double optimised_away(double n)
{
	return n > 4 ? 21 : 20;
}

static double half_a_ns(double n)
{
	return 20 + 0.5 * n;
}

static double grows(double n)
{
	return 10e3 * n * n;
}

static double gets_cheaper(double n)
{
	return 100e3 * sqrt(n);
}

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

static double short_300_ns(double n)
{
	return 25 + 300 * n;
}

static void expect(const char *check, double (*time_ns)(double n), const char *verdict)
{
	struct log log = ward_log();

	ward_bench(&log, "Patient", time_ns, 0.001);
	assert_string_equal(ward_verdict(&log, check), verdict);
}

static void test_healthy_is_silent(void **state)
{
	struct log log = ward_log();
	struct audit audit;

	(void)state;
	ward_bench(&log, "Patient", healthy, 0.001);
	audit = ward_audit(&log);
	assert_int_equal(audit.findings.count, 0);
	assert_int_equal(audit.fit, 1);
	assert_int_equal(audit.unanswered_count, 0);
	audit_release(&audit);
	log_release(&log);
}

/* A single sample of n iterations that is too fast, as where the clock rate changes. */
static void expect_one_fast(const char *check, int64_t n, bool own, const char *verdict)
{
	struct log log = ward_log();
	struct launch *launch;

	if (own)
		log_add_meta(&log, DOCTOR_META, "1");
	ward_bench(&log, "Patient", healthy, 0);
	launch = log.benchmarks[0].launches;
	while (launch->iterations != n)
		launch++;
	launch->evidence->samples[3] *= 0.9;
	launch->min_ns *= 0.9;
	assert_string_equal(ward_verdict(&log, check), verdict);
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

static void test_setup_overhead(void **state)
{
	struct log log = ward_log();
	struct audit audit;

	(void)state;
	expect("setup-overhead", healthy, "none");
	expect("setup-overhead", with_setup, "error");
	expect("setup-overhead", little_setup, "none");
	expect("setup-overhead", short_setup, "error");
	expect("setup-overhead", too_short_for_setup, "none");
	ward_bench(&log, "Patient", with_setup, 0);
	audit = ward_audit(&log);
	ward_near(ward_number(ward_finding(&audit, "setup-overhead", "Patient"), "setup_ns"),
		50e3, 1e-6);
	ward_near(ward_number(ward_finding(&audit, "setup-overhead", "Patient"), "share"),
		1 / 3.0, 1e-9);
	audit_release(&audit);
	log_release(&log);
}

/* A slope of about zero is runtime-zero alone: there is nothing beside the "set-up". */
static void test_runtime_zero(void **state)
{
	(void)state;
	expect("runtime-zero", forgot_n, "error");
	expect("setup-overhead", forgot_n, "none");
	expect("linearity", forgot_n, "none");
	expect("runtime-short", forgot_n, "none");
	expect("runtime-zero", optimised_away, "error");
	expect("runtime-zero", half_a_ns, "none");
	expect("runtime-zero", healthy, "none");
	expect("runtime-zero", with_setup, "none");
}

static void test_linearity(void **state)
{
	(void)state;
	expect("linearity", healthy, "none");
	expect("linearity", with_setup, "none");
	expect("linearity", grows, "error");
	expect("linearity", gets_cheaper, "error");
	expect("linearity", half_a_ns, "none");
}

static void test_runtime_long(void **state)
{
	struct log log = ward_log();
	const struct finding *finding;
	struct audit audit;

	(void)state;
	expect("runtime-long", healthy, "none");
	expect("runtime-long", long_by_setup, "none");
	expect("runtime-long", long_1_5_ms, "warning");
	expect("runtime-long", long_12_4_ms, "error");
	ward_bench(&log, "Patient", long_12_4_ms, 0);
	audit = ward_audit(&log);
	finding = ward_finding(&audit, "runtime-long", "Patient");
	ward_near(ward_number(finding, "divisor"), 16, 0);
	assert_string_equal(finding->message, "12.4 ms per iteration");
	assert_string_equal(
		finding->advice, "divide the workload by 16 (775 us) or by 100 (124 us)");
	audit_release(&audit);
	log_release(&log);
}

static const char *short_verdict(int64_t tuned, double step)
{
	struct log log = ward_log();

	ward_bench(&log, "Patient", short_300_ns, 0.0001);
	for (size_t i = 0; i < log.benchmarks[0].launch_count; i++) {
		log.benchmarks[0].launches[i].evidence->tuned_iterations = tuned;
		log.benchmarks[0].launches[i].clock_step_ns = step;
	}
	return ward_verdict(&log, "runtime-short");
}

static void test_runtime_short(void **state)
{
	(void)state;
	expect("runtime-short", healthy, "none");
	assert_string_equal(short_verdict(300, 1), "info");
	assert_string_equal(short_verdict(-1, 1), "info");
	assert_string_equal(short_verdict(-1, NAN), "warning");
	assert_string_equal(short_verdict(300, 1000), "warning");
	assert_string_equal(short_verdict(6, 1000), "error");
}

static void test_setup_time(void **state)
{
	struct log log = ward_log();
	struct launch *launch;

	(void)state;
	expect("setup-time", healthy, "none");
	ward_bench(&log, "Patient", healthy, 0.001);
	for (size_t i = 0; i < log.benchmarks[0].launch_count; i++)
		log.benchmarks[0].launches[i].evidence->setup_ns = 250e6;
	assert_string_equal(ward_verdict(&log, "setup-time"), "error");
	/* The best launch counts. */
	log = ward_log();
	ward_bench(&log, "Patient", healthy, 0.001);
	for (size_t i = 1; i < log.benchmarks[0].launch_count; i++) {
		launch = &log.benchmarks[0].launches[i];
		launch->evidence->setup_ns = 250e6;
	}
	assert_string_equal(ward_verdict(&log, "setup-time"), "none");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_healthy_is_silent),
		cmocka_unit_test(test_one_sample_is_no_finding),
		cmocka_unit_test(test_setup_overhead),
		cmocka_unit_test(test_runtime_zero),
		cmocka_unit_test(test_linearity),
		cmocka_unit_test(test_runtime_long),
		cmocka_unit_test(test_runtime_short),
		cmocka_unit_test(test_setup_time),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
