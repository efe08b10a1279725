/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "driver/measure/batch.h"
#include "driver/measure/row.h"
#include "driver/measure/trial.h"
#include "driver/suite/adapter.h"

static void test_what_is_costly(void **state)
{
	(void)state;
	/* Two set-ups of 200 ms for a sample of 5 ms. */
	assert_true(batch_is_costly(405e6, 5e6, 20e6));
	/* Seven set-ups of 25 ms. */
	assert_true(batch_is_costly(177e6, 2e6, 10e6));
	/* A usual start, on a busy machine. */
	assert_false(batch_is_costly(150e6, 5e6, 20e6));
	assert_false(batch_is_costly(150e6, 5e6, 1));
	/* One iteration is long. */
	assert_false(batch_is_costly(5.1e9, 5e9, 20e6));
	/* Launches are so long that the set-up is little. */
	assert_false(batch_is_costly(405e6, 5e6, 1e9));
}

static struct evidence times(int64_t wall_ns, int64_t cpu_ns)
{
	return (struct evidence){ .wall_ns = wall_ns, .cpu_ns = cpu_ns };
}

/* Of a pinned launch that lived for 30 ms. */
static enum trial_cpu share(struct evidence e, uint64_t cpu_ns, double delay_ns)
{
	const struct job_result result = {
		.cpu = 1, .wall_ns = 30000000, .cpu_ns = cpu_ns, .delay_ns = delay_ns
	};

	return trial_cpu_of(&e, &result);
}

static void test_cpu_time_is_the_time(void **state)
{
	(void)state;
	assert_int_equal(share(times(20000000, 19500000), 28000000, 0), CPU_ALL);
	/* What is missing, others had. */
	assert_int_equal(share(times(20000000, 15000000), 24000000, 5500000), CPU_ALL);
	/* It may have slept in its samples, or before them. */
	assert_int_equal(share(times(20000000, 15000000), 20000000, 5500000), CPU_UNSURE);
	/* Nobody else had the CPU. */
	assert_int_equal(share(times(20000000, 15000000), 24000000, 0), CPU_PART);
	assert_int_equal(share(times(20000000, -1), 24000000, 0), CPU_PART);
}

static void test_a_long_launch_is_not_repeated_to_be_sure(void **state)
{
	const struct evidence e = times(1800000000, 1500000000);
	const struct job_result result = {
		.cpu = 1, .wall_ns = 2000000000, .cpu_ns = 1500000000, .delay_ns = 300000000
	};

	(void)state;
	assert_int_equal(trial_cpu_of(&e, &result), CPU_PART);
}

/* A first iteration of 28 us that was interrupted for 5 ms, where 156 us were asked for. */
static void test_a_search_that_was_interrupted(void **state)
{
	struct log_row row;

	(void)state;
	log_row_init(&row);
	row.launch.iterations = row.launch.sample_count = 1;
	row.launch.time.median = row.evidence.wall_ns = 5.5e6;
	row.evidence.cpu_ns = 28000;
	assert_true(trial_others_ended(&row, 11e6, 156250, 0.1));
	/* It slept. */
	assert_false(trial_others_ended(&row, 0, 156250, 0.1));
	row.evidence.cpu_ns = 15000;
	assert_true(trial_others_ended(&row, 0, 156250, 0.1));
	/* It computed for so long. */
	row.evidence.cpu_ns = 157000;
	assert_false(trial_others_ended(&row, 11e6, 156250, 0.1));
}

/* One benchmark in two builds, of a framework that can be told any iterations. */
static struct subject subject;
static const struct subjects subjects = { &subject, 1 };
static struct worker worker;

static void trial_ended(unsigned build, int64_t iterations, double iteration_ns)
{
	static const struct adapter foreign = {
		.name = "foreign", .needs_trial = true, .batches = true
	};
	static const struct run_settings run_settings = { .launch_time_ns = 10000000 };
	static const struct measure_options options;
	static struct plan_slot slot;
	static struct measure_state state;
	static const struct config_suite settings;
	static const struct plan plan = { .slots = &slot, .slot_count = 1 };
	struct measure m = { .options = &options,
		.settings = &run_settings,
		.plan = &plan,
		.subjects = &subjects,
		.build_count = 2,
		.state = &state };
	const struct worker_process process = { .position = build, .tunes = build == 0 };
	const struct job_result result = { .cpu = 1, .wall_ns = 30000000 };
	const struct measure_end end = { &worker, &process, build, &result };
	struct log_row row;

	log_row_init(&row);
	row.launch.status = OUTCOME_OK;
	row.launch.iterations = iterations;
	row.launch.time.min = row.launch.time.median = iteration_ns;
	row.launch.sample_count = 1;
	state.workers = &worker;
	worker.m = &m;
	subject.settings = &settings;
	for (unsigned b = 0; b < 2; b++) {
		subject.builds[b].adapter = &foreign;
		subject.builds[b].path = "suite";
	}
	worker.way = &way_trial_iterations;
	row_learn(&end, &row);
	trial_check(&end, &row);
}

/* A sample of the profile's launch is 312.5 us. */
static void test_a_search_that_ended_too_early(void **state)
{
	(void)state;
	worker = (struct worker){ 0 };
	subject = (struct subject){ .counts = COUNTS_ANY };
	trial_ended(0, 10, 200);
	assert_int_equal(subject.iterations, 1563);
	trial_ended(1, 1563, 210);
	assert_int_equal(subject.iterations, 1563);
	assert_int_equal(subject.counts, COUNTS_ANY);
}

/* Iterations() in its code. */
static void test_iterations_that_the_code_fixes(void **state)
{
	(void)state;
	worker = (struct worker){ 0 };
	subject = (struct subject){ .counts = COUNTS_ANY };
	trial_ended(0, 50, 200);
	trial_ended(1, 50, 200);
	assert_int_equal(subject.iterations, 50);
	assert_int_equal(subject.counts, COUNTS_OWN);
}

static int64_t cpu_ns = -1; /* of a sample */

static bool was_cut(int64_t iterations, double iteration_ns)
{
	static const struct run_settings run_settings = { .launch_time_ns = 10000000 };
	static struct plan_slot slot;
	static const struct plan plan = { .slots = &slot, .slot_count = 1 };
	struct measure m = { .settings = &run_settings, .plan = &plan, .subjects = &subjects };
	struct log_row row;

	log_row_init(&row);
	row.launch.status = OUTCOME_OK;
	row.launch.iterations = iterations;
	row.launch.time.median = iteration_ns;
	row.launch.sample_count = 1;
	row.evidence.cpu_ns = cpu_ns;
	worker.m = &m;
	worker.way = &way_alone;
	return row_search_is_short(&worker, &row);
}

/* Of a library that cannot be told its iterations. */
static void test_a_search_that_others_ended(void **state)
{
	(void)state;
	worker = (struct worker){ 0 };
	subject = (struct subject){ .counts = COUNTS_ONE };
	trial_ended(0, 8000, 200);
	assert_true(was_cut(1, 5000));
	assert_true(was_cut(100, 220));
	assert_false(was_cut(7000, 210));
	/* A build that is ten times as slow. */
	assert_false(was_cut(800, 2000));
	subject.chosen = 50;
	assert_false(was_cut(50, 200));
}

/* It has threads, or the time of a clock: others had the CPU in its samples, too. */
static void test_a_search_that_others_ended_in_wall_time(void **state)
{
	(void)state;
	worker = (struct worker){ 0 };
	subject = (struct subject){ .counts = COUNTS_ONE };
	trial_ended(0, 8000, 200);
	cpu_ns = 1200;
	assert_true(was_cut(8, 146000));
	/* It sleeps, as it did in the trial. */
	subject.chosen = 12;
	assert_false(was_cut(8, 146000));
	cpu_ns = -1;
	assert_false(was_cut(8, 146000));
}

static void again(void)
{
	static struct plan_slot slot;
	static const struct plan plan = { .slots = &slot, .slot_count = 1 };
	static const struct worker_process process;
	struct measure m = { .plan = &plan, .subjects = &subjects };
	const struct measure_end end = { .worker = &worker, .process = &process };

	worker.m = &m;
	row_again(&end);
}

/* A first iteration with empty caches ends the shortest search, too. */
static void test_a_costly_search_that_ended_too_early(void **state)
{
	(void)state;
	worker = (struct worker){ 0 };
	subject = (struct subject){ .counts = COUNTS_ONE, .set_up.costly = true };
	trial_ended(0, 1, 20000);
	assert_int_equal(subject.iterations, 16);
	subject.chosen = 1;
	assert_true(was_cut(1, 20000));
	assert_false(was_cut(100, 200));
	/* Always so: the code fixes its iterations. */
	for (unsigned i = 0; i < 5; i++)
		again();
	assert_false(was_cut(1, 20000));
}

/* The probe of the first build, or the first launch of the other one. */
static void call_ended(bool probes, int64_t iterations, uint64_t cpu)
{
	static const struct run_settings run_settings = { .launch_time_ns = 10000000 };
	static struct plan_slot slot;
	static const struct plan plan = { .slots = &slot, .slot_count = 1 };
	struct measure m = { .settings = &run_settings, .plan = &plan, .subjects = &subjects };
	const struct worker_process process = { .position = !probes };
	const struct job_result result = { .cpu_ns = cpu, .wall_ns = cpu };
	const struct measure_end end = { &worker, &process, !probes, &result };
	struct log_row row;

	log_row_init(&row);
	row.launch.iterations = iterations;
	row.launch.time.median = 4e5 / (double)iterations;
	row.launch.sample_count = 1;
	row.evidence.cpu_ns = 400000;
	worker.m = &m;
	worker.trial.probes = probes;
	batch_learn(&end, &row);
}

/* KeepRunningBatch(): the first call is long enough. The second launch has two. */
static void test_a_batch_that_prepares(void **state)
{
	(void)state;
	worker = (struct worker){ 0 };
	subject = (struct subject){ .counts = COUNTS_ONE };
	call_ended(true, 262144, 10400000);
	assert_false(subject.set_up.at_once);
	call_ended(false, 262144, 10400000 + 8000000 + 400000 + 300000);
	assert_true(subject.set_up.at_once);
	assert_float_equal(subject.set_up.ns, 8e6, 1);
	assert_false(subject.set_up.costly);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_what_is_costly),
		cmocka_unit_test(test_a_batch_that_prepares),
		cmocka_unit_test(test_cpu_time_is_the_time),
		cmocka_unit_test(test_a_long_launch_is_not_repeated_to_be_sure),
		cmocka_unit_test(test_a_search_that_was_interrupted),
		cmocka_unit_test(test_a_search_that_ended_too_early),
		cmocka_unit_test(test_a_search_that_others_ended),
		cmocka_unit_test(test_a_search_that_others_ended_in_wall_time),
		cmocka_unit_test(test_a_costly_search_that_ended_too_early),
		cmocka_unit_test(test_iterations_that_the_code_fixes) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
