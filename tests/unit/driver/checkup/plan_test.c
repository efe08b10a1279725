/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "driver/checkup/plan.h"

/* A loop that the compiler emptied: .3 ns, but 3 us where it is the first iteration. */
static void test_one_iteration_says_little_of_a_billion(void **state)
{
	struct subject subject = { .counts = COUNTS_ANY, .iterations = 1000000000 };
	double one_ns = 3000, many_ns = 0.3, rest_ns = 0, ns;
	bool broken = false;
	struct checkup c = {
		.one_ns = &one_ns, .many_ns = &many_ns, .rest_ns = &rest_ns, .broken = &broken
	};

	(void)state;
	c.run.subjects = (struct subjects){ &subject, 1 };
	checkup_plan_rounds(&c);
	ns = ledger_left_ns(&c.run.ledger, 1, 0);
	/* Launches of all iterations take .6 s. */
	assert_true(ns > 5 * 0.3e9 && ns < 30e9);
	plan_release(&c.run.phase.plan);
	ledger_release(&c.run.ledger);
}

/* Each sample of another framework prepares again for .4 s: 3 s of that are enough. */
static void test_few_samples_where_each_is_prepared_for_long(void **state)
{
	struct subject subject = { .counts = COUNTS_ANY, .iterations = 1000 };
	double one_ns = 3000, many_ns = 3000, rest_ns = 0.4e9;
	bool broken = false;
	struct checkup c = {
		.one_ns = &one_ns, .many_ns = &many_ns, .rest_ns = &rest_ns, .broken = &broken
	};

	(void)state;
	c.run.subjects = (struct subjects){ &subject, 1 };
	checkup_plan_rounds(&c);
	assert_true(c.run.phase.plan.slot_count > 0);
	for (size_t i = 0; i < c.run.phase.plan.slot_count; i++)
		assert_int_equal(c.run.phase.plan.slots[i].samples, 7);
	plan_release(&c.run.phase.plan);
	ledger_release(&c.run.ledger);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_one_iteration_says_little_of_a_billion),
		cmocka_unit_test(test_few_samples_where_each_is_prepared_for_long),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
