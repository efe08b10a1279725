/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "driver/measure/slot.h"

static void test_time_limits_that_nobody_gave(void **state)
{
	const int64_t second = 1000000000, most = 60 * second;

	(void)state;
	assert_int_equal(slot_guess_timeout_ns(most, 0), most);
	assert_int_equal(slot_guess_timeout_ns(most, 0.1e9), 11 * second);
	assert_int_equal(slot_guess_timeout_ns(most, 3e9), 40 * second);
	assert_int_equal(slot_guess_timeout_ns(most, 5e9), most);
	assert_int_equal(slot_guess_timeout_ns(most, 1e30), most);
}

static void expect(struct measure *m, struct worker *worker, const struct way *way)
{
	worker->m = m;
	worker->slot = 0;
	assert_true(way_begin(worker));
	assert_ptr_equal(worker->way, way);
	slot_leave(worker);
}

/* First iterations, then turns; each only where it is not known, and where it can be. */
static void test_ways(void **state)
{
	static const struct config_suite settings;
	struct subject subject = { .settings = &settings,
		.builds = { { "old", .adapter = &adapter_bdriver, .turns = true },
			{ "new", .adapter = &adapter_bdriver, .turns = true } } };
	struct subjects subjects = { &subject, 1 };
	struct plan_slot slot = { 0 };
	struct plan plan = { .slots = &slot, .slot_count = 1 };
	struct worker worker = { 0 };
	static const struct run_settings run_settings = { .turns.interleave = true };
	static const struct measure_options options;
	struct slot_state taken = { .taken = true };
	struct measure_state s = {
		.workers = &worker, .processes = PROCESSES_MAX, .slots = &taken
	};
	struct measure m = { .options = &options,
		.settings = &run_settings,
		.plan = &plan,
		.subjects = &subjects,
		.build_count = 2,
		.state = &s };

	(void)state;
	expect(&m, &worker, &way_trial_iterations);
	/* It failed: no iterations. */
	subject.tried = true;
	expect(&m, &worker, &way_alone);
	subject.iterations = 3;
	expect(&m, &worker, &way_trial_turns);
	subject.no_turns = true;
	expect(&m, &worker, &way_alone);
	subject.no_turns = false;
	subject.length.slice_ns = 1;
	expect(&m, &worker, &way_turns);
	subject.builds[1].turns = false;
	expect(&m, &worker, &way_alone);
	subject.tried = subject.builds[1].turns = true;
	subject.length.slice_ns = 0;
	slot.iterations = 3;
	expect(&m, &worker, &way_turns);
	slot.iterations = 0;
	subject.group = 2;
	expect(&m, &worker, &way_group);
	s.processes = 1;
	subject.group = 0;
	expect(&m, &worker, &way_alone);
	subject.set_up.costly = true;
	expect(&m, &worker, &way_batch);
	/* The doctor, which asks for a count. */
	slot.iterations = 3;
	expect(&m, &worker, &way_alone);
}

/* A launch that was cut leaves nothing behind: not even a lonely slot. */
static void test_leaving(void **state)
{
	struct measure_state s = { .active = 1, .serial = true };
	struct measure m = { .state = &s };
	struct worker worker = { .m = &m, .way = &way_alone, .group_count = 3 };

	(void)state;
	slot_leave(&worker);
	assert_null(worker.way);
	assert_int_equal(worker.group_count, 0);
	assert_int_equal(s.active, 0);
	assert_false(s.serial);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_time_limits_that_nobody_gave),
		cmocka_unit_test(test_ways),
		cmocka_unit_test(test_leaving),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
