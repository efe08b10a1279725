/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/support/ward.h"

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
	struct log log = ward_log();
	struct audit audit;

	(void)state;
	ward_expect("setup-overhead", ward_healthy, "none");
	ward_expect("setup-overhead", with_setup, "error");
	ward_expect("setup-overhead", little_setup, "none");
	ward_expect("setup-overhead", short_setup, "error");
	ward_expect("setup-overhead", too_short_for_setup, "none");
	ward_bench(&log, "Patient", with_setup, 0);
	audit = ward_audit(&log);
	ward_near(ward_number(ward_finding(&audit, "setup-overhead", "Patient"), "setup_ns"),
		50e3, 1e-6);
	ward_near(ward_number(ward_finding(&audit, "setup-overhead", "Patient"), "share"),
		1 / 3.0, 1e-9);
	audit_release(&audit);
	log_release(&log);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_setup_overhead),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
