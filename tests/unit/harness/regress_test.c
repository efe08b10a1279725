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

/* What the benchmarks below write down about the calls they get. */
static struct {
	char steps[4096]; /* s setup, b before, r run, v verify, t teardown */
	uint64_t iterations;
	int setup_result;
	long sleep_ns, hook_sleep_ns;
} seen;

static void note(char step)
{
	size_t n = strlen(seen.steps);

	if (n + 1 < sizeof(seen.steps))
		seen.steps[n] = step;
}

static void pause_ns(long ns)
{
	struct timespec t = { ns / 1000000000, ns % 1000000000 };

	if (ns)
		nanosleep(&t, NULL);
}

static int setup(struct bd *b)
{
	note('s');
	assert_null(b->state);
	assert_int_equal(b->has_result, 0);
	return seen.setup_result ? bd_skip(b, "no %s", "luck") : 0;
}

static void before(struct bd *b, uint64_t n)
{
	(void)b;
	note('b');
	assert_true(n >= 1);
	pause_ns(seen.hook_sleep_ns);
}

static void run(struct bd *b, uint64_t n)
{
	note('r');
	seen.iterations += n;
	pause_ns(seen.sleep_ns);
	bd_result(b, (uint64_t)b->arg);
}

static int verify(struct bd *b)
{
	note('v');
	return bd_expect(b, 7);
}

static void teardown(struct bd *b)
{
	(void)b;
	note('t');
}

static const struct bd_benchmark whole = { .name = "Whole",
	.run = run,
	.setup = setup,
	.before_sample = before,
	.verify = verify,
	.teardown = teardown,
	.file = "x.c",
	.line = 5,
	.items = 3,
	.bytes = 4 };

static struct bd_options options;

static int begin_test(void **state)
{
	(void)state;
	memset(&seen, 0, sizeof(seen));
	options = (struct bd_options){ .iterations = 2,
		.samples = 3,
		.launch_time_ns = INT64_C(1000000000000),
		.out_fd = -1,
		.turn_fd = -1,
		.slice_ns = BD_TURN_SLICE_NS };
	return 0;
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
	struct bd b = { .arg = 7 };

	(void)state;
	seen.sleep_ns = 2000000;
	bd_regress_take(&regress, &b, &whole, 1);
	assert_int_equal(regress.count, 3);
	for (size_t i = 0; i < 3; i++)
		assert_int_equal(batches[i].iterations, i);
	/* None, then a batch of one and one of two iterations. */
	assert_string_equal(seen.steps, "brbr");
	assert_int_equal(seen.iterations, 3);
	assert_true(batches[1].time_ns >= 1000000);
	assert_true(batches[1].minor_faults >= 0 && batches[1].involuntary_switches >= 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_batches_grow_by_a_hundredth),
		cmocka_unit_test_setup(test_regress_takes_batches_of_all_sizes, begin_test),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
