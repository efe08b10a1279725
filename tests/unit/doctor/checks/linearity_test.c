/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/log/finish.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/support/doctor_case.h"

static double with_setup(double n)
{
	return 50e3 + 100e3 * n;
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

/* Most of a sample is set-up, and its time is wrong by 3 %: 2.203 times as much is added. */
static double disturbed_setup(double n)
{
	return 171e3 + 103e3 * n + (n > 1 ? 0 : 9.5e3);
}

/* The second iteration takes so much more than those after it. */
static double first_two(double n, double more)
{
	return 100e3 * n + 40e3 + (n > 1 ? more : 0);
}

static double cold(double n)
{
	return first_two(n, 30e3);
}

static double half_done_by_the_second(double n)
{
	return first_two(n, 60e3);
}

static void test_linearity(void **state)
{
	(void)state;
	case_expect("linearity", case_healthy, "none");
	case_expect("linearity", with_setup, "none");
	case_expect("linearity", disturbed_setup, "none");
	case_expect("linearity", grows, "error");
	case_expect("linearity", gets_cheaper, "error");
	case_expect("linearity", cold, "none");
	case_expect("linearity", half_done_by_the_second, "error");
	case_expect("linearity", half_a_ns, "none");
}

static double linear(double n)
{
	return 20 + 30 * n;
}

static double square(double n)
{
	return 20 + 10 * n * n;
}

/* In a tuned sample too; there the machine was busy. */
static const char *of_short(double (*time_ns)(double n), bool steady)
{
	struct log log = case_log();

	case_bench(&log, "short", time_ns, 0);
	for (int i = 0; i < 5; i++)
		case_add(&log, "short", 1000, time_ns(1000) / 1000, 20)
			->evidence->run_delay_ns = steady ? 0 : 1e9;
	return case_verdict(&log, "linearity");
}

static void test_short_iterations(void **state)
{
	(void)state;
	case_expect("linearity", square, "none");
	assert_string_equal(of_short(square, true), "error");
	assert_string_equal(of_short(square, false), "error");
	assert_string_equal(of_short(linear, true), "none");
}

static double grows_little(double n)
{
	return n < 8 ? 100e3 * n : 850e3;
}

static double grows_much(double n)
{
	return 100e3 * n * n;
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
	case_bench_twice(&log, "Grows", time_ns);
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
	case_bench_twice(&log, "GrowsLittle", grows_little);
	case_bench_twice(&log, "Other", case_healthy);
	case_bench_twice(&log, "Third", case_healthy);
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
		cmocka_unit_test(test_linearity),
		cmocka_unit_test(test_short_iterations),
		cmocka_unit_test(test_one_fast_launch),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
