/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "driver/measure/row.h"
#include "driver/run/run_summary.h"

static void test_a_good_retry_is_no_failure(void **state)
{
	struct launch ok = { .status = OUTCOME_OK, .time.median = 100 };
	struct launch bad = { .status = OUTCOME_SIGNAL };
	struct launch skipped = { .status = OUTCOME_SKIPPED };
	struct run_summary t;

	(void)state;
	run_summary_init(&t, 3);
	assert_true(run_item_is_empty(&t.items[0]));
	run_summary_add(&t, 0, &bad, "SIGSEGV", NULL);
	assert_int_equal(run_summary_failed(&t), 1);
	assert_false(run_item_is_empty(&t.items[0]));
	assert_true(run_item_is_empty(&t.items[1]));
	run_summary_add(&t, 0, &ok, "", NULL);
	assert_int_equal(run_summary_failed(&t), 0);
	run_summary_add(&t, 1, &skipped, "why", NULL);
	assert_int_equal(run_summary_failed(&t), 0);
	assert_false(run_item_is_empty(&t.items[1]));
	assert_true(run_item_is_empty(&t.items[2]));
	run_summary_add(&t, 2, &ok, "", NULL);
	run_summary_add(&t, 2, &bad, "SIGSEGV", NULL);
	assert_int_equal(run_summary_failed(&t), 1);
	run_summary_release(&t);
}

/* ... but one whose launches were all cut is not measured. */
static void test_a_search_that_others_cut_costs_a_launch(void **state)
{
	struct launch ok = { .status = OUTCOME_OK, .time.median = 100 };
	struct launch cut = { .status = OUTCOME_GARBLED };
	struct run_summary t;

	(void)state;
	run_summary_init(&t, 1);
	run_summary_add(&t, 0, &cut, ROW_SHORT_SEARCH, NULL);
	assert_int_equal(run_summary_failed(&t), 1);
	run_summary_add(&t, 0, &ok, "", NULL);
	run_summary_add(&t, 0, &cut, ROW_SHORT_SEARCH, NULL);
	assert_int_equal(run_summary_failed(&t), 0);
	run_summary_add(&t, 0, &cut, "no row", NULL);
	assert_int_equal(run_summary_failed(&t), 1);
	run_summary_release(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_good_retry_is_no_failure),
		cmocka_unit_test(test_a_search_that_others_cut_costs_a_launch),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
