/* SPDX-License-Identifier: GPL-3.0-or-later */
/* slow: launches end at their launch time. */
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "harness/launch.h"
#include "harness/resources.h"

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

/* Launches with `options`, then with the defaults again. The caller frees the launch. */
static struct bd_launch *launch(const struct bd_benchmark *benchmark, long arg)
{
	static struct bd_case subject;
	struct bd_launch *l = bd_launch_new(&options);

	assert_non_null(l);
	subject = (struct bd_case){ benchmark, (char *)"Whole/7", arg };
	l->subject = &subject;
	bd_launch_run(l);
	return l;
}

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

static void test_steps_in_order(void **state)
{
	struct bd_launch *l = launch(&whole, 7);
	const struct bd_record *r = &l->record;

	(void)state;
	assert_string_equal(seen.steps, "sbrbrbrbrvt");
	assert_int_equal(seen.iterations, 8);
	assert_string_equal(r->status, "ok");
	assert_string_equal(r->detail, "");
	assert_string_equal(r->benchmark, "Whole/7");
	assert_int_equal(r->line, 5);
	assert_int_equal(r->iterations, 2);
	assert_int_equal(r->tuned_iterations, -1);
	assert_int_equal(r->sample_count, 3);
	assert_true(r->has_checksum && r->checksum == 7);
	assert_true(r->items == 3 && r->bytes == 4);
	assert_true(r->clock_step_ns >= 1 && r->setup_ns >= 0);
	assert_true(r->used.cpu_ns >= 0 && r->used.wall_ns > 0);
	assert_true(r->base_kib > 0 && r->peak_kib > 0);
	assert_true(r->used.voluntary_switches >= 0 && r->used.minor_faults >= 0);
	bd_launch_free(l);
}

static int setup_large(struct bd *b)
{
	b->state = bd_alloc(4u << 20);
	memset(b->state, 1, 4u << 20);
	return 0;
}

static void teardown_large(struct bd *b)
{
	free(b->state);
}

/* Its CPU time and not the clock ends the warm-up, so that a busy machine changes nothing. */
static void test_a_large_set_is_warmed_up(void **state)
{
	static const struct bd_benchmark large = {
		.name = "Large", .run = run, .setup = setup_large, .teardown = teardown_large
	};
	int64_t start = bd_cpu_ns();

	(void)state;
	options.samples = 5;
	bd_launch_free(launch(&large, 7));
	assert_true(seen.iterations > 2 * (1 + 5));
	assert_true(bd_cpu_ns() - start >= 8000000);
	seen.iterations = 0;
	options.samples = 4;
	bd_launch_free(launch(&large, 7));
	assert_int_equal(seen.iterations, 2 * (1 + 4));
}

/* What only waits has no CPU time. */
static void test_the_warm_up_of_what_waits_ends(void **state)
{
	static const struct bd_benchmark large = {
		.name = "Large", .run = run, .setup = setup_large, .teardown = teardown_large
	};

	(void)state;
	seen.sleep_ns = 50000000;
	options.samples = 5;
	bd_launch_free(launch(&large, 7));
	assert_in_range(seen.iterations, 2 * (1 + 5), 2 * (1 + 5 + 3));
}

static void test_wrong_result(void **state)
{
	struct bd_launch *l = launch(&whole, 8);

	(void)state;
	assert_string_equal(l->record.status, "verify");
	assert_string_equal(l->record.detail, "result 8 (0x8), expected 7 (0x7)");
	assert_string_equal(seen.steps, "sbrbrbrbrvt");
	bd_launch_free(l);
}

static void test_skip_in_setup_still_tears_down(void **state)
{
	struct bd_launch *l;

	(void)state;
	seen.setup_result = 1;
	l = launch(&whole, 7);
	assert_string_equal(l->record.status, "skipped");
	assert_string_equal(l->record.detail, "no luck");
	assert_int_equal(l->record.sample_count, 0);
	assert_int_equal(l->record.iterations, -1);
	assert_string_equal(seen.steps, "st");
	bd_launch_free(l);
}

static int greedy(struct bd *b)
{
	b->state = bd_alloc(SIZE_MAX / 2);
	return 0;
}

static void test_no_memory_is_a_skip_with_a_reason(void **state)
{
	static const struct bd_benchmark big = {
		.name = "Big", .run = run, .setup = greedy, .teardown = teardown, .file = "x.c"
	};
	struct bd_launch *l;

	(void)state;
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
	skip(); /* sanitizers end the program where malloc would return NULL */
#endif
	l = launch(&big, 7);
	assert_string_equal(l->record.status, "skipped");
	assert_non_null(strstr(l->record.detail, "no memory for 9223372036854775807 bytes"));
	/* Its state is half made: nobody is asked to tear it down. */
	assert_string_equal(seen.steps, "");
	bd_launch_free(l);
}

static void test_memory_is_zeroed_and_aligned(void **state)
{
	unsigned char *memory = bd_alloc(10001);

	(void)state;
	assert_int_equal((uintptr_t)memory % 64, 0);
	for (size_t i = 0; i < 10001; i++)
		assert_int_equal(memory[i], 0);
	free(memory);
	free(bd_alloc(0));
}

static void quiet(struct bd *b, uint64_t n)
{
	(void)b;
	note('r');
	seen.iterations = n;
	for (volatile uint64_t i = 0; i < 20 * n; i++)
		continue;
}

static void test_no_result_no_checksum(void **state)
{
	static const struct bd_benchmark plain = { .name = "P", .run = quiet, .file = "x.c" };
	struct bd_launch *l = launch(&plain, 0);

	(void)state;
	assert_string_equal(l->record.status, "ok");
	assert_int_equal(l->record.has_checksum, 0);
	assert_int_equal(strlen(seen.steps), 4);
	bd_launch_free(l);
}

static void test_launch_time_ends_the_launch(void **state)
{
	struct bd_launch *l;

	(void)state;
	/* With its hooks, a fifth sample ends too late: it is taken all the same. */
	options.samples = 200;
	options.launch_time_ns = 250000000;
	seen.hook_sleep_ns = 60000000;
	l = launch(&whole, 7);
	assert_int_equal(l->record.sample_count, 5);
	/* The hook is not in the samples, but in wall time, which goes with the CPU time. */
	assert_true(l->record.used.wall_ns >= 5 * seen.hook_sleep_ns);
	bd_launch_free(l);
	/* A sample that is longer than the launch time is taken once. */
	seen.sleep_ns = 300000000;
	l = launch(&whole, 7);
	assert_int_equal(l->record.sample_count, 1);
	assert_true(l->record.samples[0] >= (double)seen.sleep_ns / 2);
	assert_true(l->record.used.voluntary_switches >= 2);
	bd_launch_free(l);
}

static void test_tuner_chooses(void **state)
{
	static const struct bd_benchmark plain = { .name = "P", .run = quiet, .file = "x.c" };
	struct bd_launch *l;

	(void)state;
	options.iterations = 0;
	l = launch(&plain, 0);
	assert_true(l->record.iterations >= 1 && l->record.iterations <= 2000000);
	assert_int_equal(l->record.tuned_iterations, l->record.iterations);
	assert_int_equal(seen.iterations, l->record.iterations);
	assert_true(l->record.clock_step_ns >= 1);
	bd_launch_free(l);
}

static void touch(struct bd *b, uint64_t n)
{
	volatile char *memory = b->state;

	for (uint64_t i = 0; i < n; i++) {
		for (size_t k = 0; k < 32u << 20; k += 4096)
			memory[k]++;
	}
}

static int grow(struct bd *b)
{
	b->state = bd_alloc(32u << 20);
	return 0;
}

static void shrink(struct bd *b)
{
	free(b->state);
}

static void test_memory_is_measured_and_touched_before(void **state)
{
	static const struct bd_benchmark fat = {
		.name = "Fat", .run = touch, .setup = grow, .teardown = shrink, .file = "x.c"
	};
	struct bd_launch *l = launch(&fat, 0);

	(void)state;
	assert_true(l->record.peak_kib >= 32 * 1024);
	assert_true(l->record.base_kib < l->record.peak_kib);
	/* 8192 pages, none of them new while sampling. */
	assert_true(l->record.used.minor_faults < 1000);
	bd_launch_free(l);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(test_steps_in_order, begin_test),
		cmocka_unit_test_setup(test_a_large_set_is_warmed_up, begin_test),
		cmocka_unit_test_setup(test_the_warm_up_of_what_waits_ends, begin_test),
		cmocka_unit_test_setup(test_wrong_result, begin_test),
		cmocka_unit_test_setup(test_skip_in_setup_still_tears_down, begin_test),
		cmocka_unit_test_setup(test_no_memory_is_a_skip_with_a_reason, begin_test),
		cmocka_unit_test_setup(test_memory_is_zeroed_and_aligned, begin_test),
		cmocka_unit_test_setup(test_no_result_no_checksum, begin_test),
		cmocka_unit_test_setup(test_launch_time_ends_the_launch, begin_test),
		cmocka_unit_test_setup(test_tuner_chooses, begin_test),
		cmocka_unit_test_setup(test_memory_is_measured_and_touched_before, begin_test),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
