/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "compare/log/row.h"
#include "driver/run/accounts.h"

static void test_the_next_launch_does_not_tune_but_prepares(void **state)
{
	struct log_row row;

	(void)state;
	log_row_init(&row);
	row.evidence.wall_ns = 20000000;
	assert_true(accounts_next_ns(&row, 2e9, false) == 2e9);
	row.evidence.tuned_iterations = 100;
	assert_true(accounts_next_ns(&row, 2e9, false) == 25e6);
	assert_true(accounts_next_ns(&row, 21e6, false) == 21e6);
	row.evidence.setup_ns = 100000000;
	assert_true(accounts_next_ns(&row, 2e9, false) == 125e6);
	/* Its iterations were chosen before: all else that it took was preparation. */
	assert_true(accounts_next_ns(&row, 2e9, true) == 2e9);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(
		test_the_next_launch_does_not_tune_but_prepares) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
