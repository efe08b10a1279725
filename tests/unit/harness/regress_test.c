/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "harness/launch.h"
#include "harness/regress.h"

static char steps[16]; /* b before, r run */
static uint64_t iterations;

static void note(char step)
{
	size_t n = strlen(steps);

	assert_true(n + 1 < sizeof(steps));
	steps[n] = step;
}

static void before(struct bd *b, uint64_t n)
{
	(void)b;
	assert_true(n >= 1);
	note('b');
}

static void run(struct bd *b, uint64_t n)
{
	struct timespec pause = { .tv_nsec = 2000000 };

	note('r');
	iterations += n;
	nanosleep(&pause, NULL);
	bd_result(b, (uint64_t)b->arg);
}

static void test_batches_grow_by_a_hundredth(void **state)
{
	static const struct {
		size_t index;
		uint64_t r;
	} expected[] = { { 11, 11 }, { 200, 200 }, { 500, 3084 }, { 1000, 439316 },
		{ 2000, UINT64_C(9206710360) } };
	uint64_t r = 0;
	size_t next = 0;

	(void)state;
	/* Reference values: tests/vectors/tuning_schedules.json, core_bench_geometric_1_01. */
	for (size_t i = 0; i <= 2000; i++, r = bd_regress_next(r)) {
		if (i == expected[next].index) {
			assert_true(r == expected[next].r);
			next++;
		}
	}
	assert_int_equal(next, sizeof(expected) / sizeof(*expected));
}

static void test_regress_takes_batches_of_all_sizes(void **state)
{
	struct bd_batch batches[BD_BATCHES_MAX];
	struct bd_regress regress = { .batches = batches };
	const struct bd_benchmark slow = {
		.name = "Slow", .run = run, .before_sample = before
	};
	struct bd b = { .arg = 7 };

	(void)state;
	bd_regress_take(&regress, &b, &slow, 1);
	assert_int_equal(regress.count, 3);
	for (size_t i = 0; i < 3; i++)
		assert_int_equal(batches[i].iterations, i);
	/* None, then a batch of one and one of two iterations. */
	assert_string_equal(steps, "brbr");
	assert_int_equal(iterations, 3);
	assert_true(batches[1].time_ns >= 1000000);
	assert_true(batches[1].minor_faults >= 0 && batches[1].involuntary_switches >= 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_batches_grow_by_a_hundredth),
		cmocka_unit_test(test_regress_takes_batches_of_all_sizes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
