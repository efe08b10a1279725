/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/base/core.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void test_both_kernels_take_time(void **state)
{
	(void)state;
	for (int i = 0; i < 200; i++) {
		struct bd_core_times t = bd_core_run();

		assert_true(t.wide_ns > 0 && t.chain_ns > 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_both_kernels_take_time),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
