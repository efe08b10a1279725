/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/base/core.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* The ratio of the two kernels hardly varies, so the smallest of many is the CPU's own. */
static void test_both_kernels_take_time(void **state)
{
	double low = 1e9;

	(void)state;
	for (int i = 0; i < 200; i++) {
		struct bd_core_times t = bd_core_run();

		assert_true(t.wide_ns > 0 && t.chain_ns > 0);
		if (t.wide_ns / t.chain_ns < low)
			low = t.wide_ns / t.chain_ns;
	}
	/* 3,000 multiplications one after the other, 32,000 additions beside each other. */
	assert_true(low > 0.1 && low < 20);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_both_kernels_take_time),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
