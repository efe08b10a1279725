/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/pool/plan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/support/pool_case.h"

/* Each block is in one shard of each replica, in order. */
static void check(const struct pool_plan *plan)
{
	size_t each = plan->shard_count / plan->replicas, next = 0;

	assert_int_equal(each * plan->replicas, plan->shard_count);
	for (size_t i = 0; i < plan->shard_count; i++) {
		const struct pool_shard *shard = &plan->shards[i];

		if (i % each == 0)
			next = 0;
		assert_int_equal(shard->first, next);
		assert_true(shard->count > 0);
		assert_int_equal(shard->replica, i / each);
		next += shard->count;
		if (i % each == each - 1)
			assert_int_equal(next, plan->block_count);
	}
}

static void divide(size_t benchmarks, unsigned replicas, double shard_s, size_t nodes,
	size_t most, size_t wanted)
{
	struct pool_plan plan = pool_case(benchmarks, replicas);

	pool_plan_divide(&plan, 1e9 * shard_s, nodes, most);
	assert_int_equal(plan.shard_count, wanted);
	check(&plan);
	pool_plan_release(&plan);
}

static void test_divide(void **state)
{
	(void)state;
	divide(1000, 1, 100, 4, 1000, 10);
	/* Short runs keep all nodes busy, and no shard is empty. */
	divide(20, 1, 100, 4, 1000, 4);
	divide(3, 1, 100, 4, 1000, 3);
	divide(1, 1, 100, 50, 1000, 1);
	/* Never more than the engine takes, replicas included. */
	divide(10000, 1, 1, 4, 1000, 1000);
	divide(10000, 3, 1, 4, 1000, 999);
	divide(7, 3, 2, 1, 1000, 12);
}

/* Shards of equal time, not of equal counts. */
static void test_times(void **state)
{
	struct pool_plan plan = pool_case(100, 1);

	(void)state;
	for (size_t i = 0; i < 10; i++)
		plan.blocks[i].ns = 10e9;
	pool_plan_divide(&plan, 19e9, 1, 1000);
	check(&plan);
	assert_int_equal(plan.shard_count, 10);
	for (size_t i = 0; i < plan.shard_count; i++)
		assert_true(plan.shards[i].ns >= 10e9 && plan.shards[i].ns <= 28e9);
	pool_plan_release(&plan);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_divide),
		cmocka_unit_test(test_times),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
