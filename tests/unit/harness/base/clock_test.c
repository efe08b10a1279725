/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "harness/base/clock.h"

static void test_clock(void **state)
{
	uint64_t start = bd_clock_ns();

	(void)state;
	assert_true(bd_clock_step_ns(1000) >= 1);
	assert_true(bd_clock_step_ns(0) >= 1);
	assert_true(bd_clock_ns() > start);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_clock),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
