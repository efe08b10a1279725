/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "driver/machine/reference_work.h"

static void test_the_reference_work_takes_time(void **state)
{
	(void)state;
	assert_true(reference_work_run() > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_the_reference_work_takes_time),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
