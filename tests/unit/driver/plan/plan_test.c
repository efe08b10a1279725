/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/plan/plan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define BENCHMARKS 50
#define ROUNDS     20

static struct plan make(uint64_t seed, const struct plan_options *options)
{
	struct plan plan = { .seed = seed };

	plan_add_rounds(&plan, options);
	return plan;
}

static const struct plan_options plain = {
	.benchmark_count = BENCHMARKS, .first_round = 1, .rounds = ROUNDS
};

static void test_each_round_has_each_benchmark_once(void **state)
{
	struct plan plan = make(1, &plain);

	(void)state;
	assert_int_equal(plan.slot_count, BENCHMARKS * ROUNDS);
	for (size_t r = 0; r < ROUNDS; r++) {
		bool seen[BENCHMARKS] = { 0 };

		for (size_t i = 0; i < BENCHMARKS; i++) {
			const struct plan_slot *slot = &plan.slots[r * BENCHMARKS + i];

			assert_int_equal(slot->round, r + 1);
			assert_false(seen[slot->benchmark]);
			seen[slot->benchmark] = true;
		}
	}
	plan_release(&plan);
}

/* Not memcmp: the bytes between the members are anything. */
static bool same_order(const struct plan *a, const struct plan *b)
{
	for (size_t i = 0; i < a->slot_count; i++)
		if (a->slots[i].benchmark != b->slots[i].benchmark ||
			a->slots[i].round != b->slots[i].round)
			return false;
	return a->slot_count == b->slot_count;
}

static void test_the_seed_decides(void **state)
{
	struct plan a = make(7, &plain), b = make(7, &plain), c = make(8, &plain);

	(void)state;
	assert_int_equal(a.slot_count, c.slot_count);
	assert_true(same_order(&a, &b));
	assert_false(same_order(&a, &c));
	/* The rounds differ from each other as well. */
	assert_int_not_equal(a.slots[0].benchmark * BENCHMARKS + a.slots[1].benchmark,
		a.slots[BENCHMARKS].benchmark * BENCHMARKS + a.slots[BENCHMARKS + 1].benchmark);
	plan_release(&a);
	plan_release(&b);
	plan_release(&c);
}

/* Each place is taken by each of four benchmarks about equally often. */
static void test_the_shuffle_is_even(void **state)
{
	const struct plan_options options = {
		.benchmark_count = 4, .first_round = 1, .rounds = 4000
	};
	struct plan plan = make(3, &options);
	unsigned count[4][4] = { { 0 } };

	(void)state;
	for (size_t i = 0; i < plan.slot_count; i++)
		count[i % 4][plan.slots[i].benchmark]++;
	/* 1000 expected, standard deviation 27 */
	for (size_t i = 0; i < 16; i++)
		assert_in_range(count[i / 4][i % 4], 1000 - 150, 1000 + 150);
	plan_release(&plan);
}

static void test_serial_ones_end_their_round(void **state)
{
	bool serial[BENCHMARKS] = { [3] = true, [17] = true, [40] = true };
	struct plan_options options = plain;
	struct plan plan;

	(void)state;
	options.serial = serial;
	plan = make(1, &options);
	for (size_t i = 0; i < plan.slot_count; i++)
		assert_int_equal(
			serial[plan.slots[i].benchmark], i % BENCHMARKS >= BENCHMARKS - 3);
	plan_release(&plan);
}

static void test_the_last_round_is_longest_first(void **state)
{
	double expected[BENCHMARKS];
	struct plan_options options = plain;
	struct plan plan;
	bool sorted = true;

	(void)state;
	for (size_t i = 0; i < BENCHMARKS; i++)
		expected[i] = (double)(i * 37 % BENCHMARKS);
	options.expected_ns = expected;
	plan = make(1, &options);
	for (size_t i = 1; i < BENCHMARKS; i++) {
		size_t last = BENCHMARKS * (ROUNDS - 1) + i;

		sorted &= expected[plan.slots[i - 1].benchmark] >=
			  expected[plan.slots[i].benchmark];
		assert_true(expected[plan.slots[last - 1].benchmark] >=
			    expected[plan.slots[last].benchmark]);
	}
	assert_false(sorted); /* the first round is shuffled */
	plan_release(&plan);
}

/* ABBA: in each pair of rounds each build is first once; the coin is each benchmark's own. */
static void test_order_of_builds_is_balanced(void **state)
{
	struct plan plan = { .seed = 5 };
	unsigned old_first = 0;

	(void)state;
	for (uint32_t b = 0; b < 1000; b++) {
		for (uint16_t pair = 0; pair < 4; pair++) {
			struct plan_slot first = { .benchmark = b, .round = 2 * pair + 1 };
			struct plan_slot second = { .benchmark = b, .round = 2 * pair + 2 };
			unsigned x = plan_build_at(&plan, &first, 2, 0);

			assert_int_equal(plan_build_at(&plan, &first, 2, 1), 1 - x);
			assert_int_equal(plan_build_at(&plan, &second, 2, 0), 1 - x);
			assert_int_equal(plan_build_at(&plan, &second, 2, 1), x);
			old_first += x == 0;
		}
		assert_int_equal(
			plan_build_at(&plan, &(struct plan_slot){ .round = 1 }, 1, 0), 0);
	}
	/* 2000 expected of 4000 coins, standard deviation 32 */
	assert_in_range(old_first, 2000 - 160, 2000 + 160);
}

static void test_draws_depend_on_all_their_parts(void **state)
{
	struct plan plan = { .seed = 1 }, other = { .seed = 2 };
	uint64_t a = plan_random(&plan, PLAN_PLACE, 1, 2, 3);

	(void)state;
	assert_true(a == plan_random(&plan, PLAN_PLACE, 1, 2, 3));
	assert_true(a != plan_random(&other, PLAN_PLACE, 1, 2, 3));
	assert_true(a != plan_random(&plan, PLAN_ORDER, 1, 2, 3));
	assert_true(a != plan_random(&plan, PLAN_PLACE, 2, 1, 3));
	assert_true(a != plan_random(&plan, PLAN_PLACE, 1, 3, 2));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_each_round_has_each_benchmark_once),
		cmocka_unit_test(test_the_seed_decides),
		cmocka_unit_test(test_the_shuffle_is_even),
		cmocka_unit_test(test_serial_ones_end_their_round),
		cmocka_unit_test(test_the_last_round_is_longest_first),
		cmocka_unit_test(test_order_of_builds_is_balanced),
		cmocka_unit_test(test_draws_depend_on_all_their_parts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
