/* SPDX-License-Identifier: GPL-3.0-or-later */
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_setup_overhead),
		cmocka_unit_test(test_confirmed_where_time_does_not_grow),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
