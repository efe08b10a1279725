/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "driver/measure/trial.h"

static void test_what_is_costly(void **state)
{
	(void)state;
	/* Two set-ups of 200 ms for a sample of 5 ms. */
	assert_true(trial_is_costly(405e6, 5e6, 20e6));
	/* A usual start, on a busy machine. */
	assert_false(trial_is_costly(150e6, 5e6, 20e6));
	assert_false(trial_is_costly(150e6, 5e6, 1));
	/* One iteration is long. */
	assert_false(trial_is_costly(5.1e9, 5e9, 20e6));
	/* Launches are so long that the set-up is little. */
	assert_false(trial_is_costly(405e6, 5e6, 1e9));
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_what_is_costly) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
