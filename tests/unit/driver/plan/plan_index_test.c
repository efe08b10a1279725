/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/base/table.h"
#include "compare/log/log.h"
#include "driver/plan/plan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* The slot of each launch is found, whatever the order, and no other. */
static void test_each_slot_is_found(void **state)
{
	const struct plan_options options = {
		.benchmark_count = 5, .first_round = 1, .rounds = 4, .stage = 2
	};
	struct plan plan = { .seed = 3 };
	struct launch launch = { .stage = 2, .round = 5 };
	struct table *index;

	(void)state;
	plan_add_rounds(&plan, &options);
	index = plan_index_new(&plan);
	for (size_t i = 0; i < plan.slot_count; i++) {
		const struct plan_slot *slot = &plan.slots[i];
		const struct launch of = { .stage = slot->stage, .round = slot->round };

		assert_non_null(plan_index_find(index, slot->benchmark, &of));
		assert_int_equal(*plan_index_find(index, slot->benchmark, &of), i);
	}
	assert_null(plan_index_find(index, 0, &launch));
	launch = (struct launch){ .stage = 1, .round = 1 };
	assert_null(plan_index_find(index, 0, &launch));
	launch.stage = 2;
	assert_null(plan_index_find(index, 5, &launch));
	table_free(index);
	plan_release(&plan);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_each_slot_is_found),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
