/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "driver/measure/slot.h"

static void test_time_limits_that_nobody_gave(void **state)
{
	const int64_t second = 1000000000, most = 60 * second;

	(void)state;
	assert_int_equal(measure_guess_timeout_ns(most, 0), most);
	assert_int_equal(measure_guess_timeout_ns(most, 0.1e9), 11 * second);
	assert_int_equal(measure_guess_timeout_ns(most, 3e9), 40 * second);
	assert_int_equal(measure_guess_timeout_ns(most, 5e9), most);
	assert_int_equal(measure_guess_timeout_ns(most, 1e30), most);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_time_limits_that_nobody_gave),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
