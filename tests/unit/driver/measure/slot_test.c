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
	assert_int_equal(measure_guess_timeout_ns(most, 0), most);
	assert_int_equal(measure_guess_timeout_ns(most, 0.1e9), 11 * second);
	assert_int_equal(measure_guess_timeout_ns(most, 3e9), 40 * second);
	assert_int_equal(measure_guess_timeout_ns(most, 5e9), most);
	assert_int_equal(measure_guess_timeout_ns(most, 1e30), most);
}

/* First iterations, then turns; each only where it is not known, and where it can be. */
static void test_trials(void **state)
{
	static const struct config_suite settings;
	struct subject subject = { .settings = &settings,
		.builds = { { "old", .adapter = &adapter_bdriver, .turns = true },
			{ "new", .adapter = &adapter_bdriver, .turns = true } } };
	struct plan_slot slot = { 0 };
	struct plan plan = { .slots = &slot, .slot_count = 1 };
	struct worker worker = { 0 };
	struct measure_state s = { .workers = &worker, .processes = PROCESSES_MAX };
	struct measure m = { .plan = &plan,
		.subjects = &subject,
		.subject_count = 1,
		.build_count = 2,
		.interleaves = true,
		.state = &s };

	(void)state;
	assert_int_equal(measure_next_trial(&m, &worker, TRIAL_NONE), TRIAL_ITERATIONS);
	/* It failed: no iterations. */
	assert_int_equal(measure_next_trial(&m, &worker, TRIAL_ITERATIONS), TRIAL_NONE);
	subject.iterations = 3;
	assert_int_equal(measure_next_trial(&m, &worker, TRIAL_ITERATIONS), TRIAL_TURNS);
	assert_int_equal(measure_next_trial(&m, &worker, TRIAL_TURNS), TRIAL_NONE);
	subject.tried = true;
	assert_int_equal(measure_next_trial(&m, &worker, TRIAL_NONE), TRIAL_TURNS);
	subject.stumbled = true;
	assert_int_equal(measure_next_trial(&m, &worker, TRIAL_NONE), TRIAL_NONE);
	subject.stumbled = false;
	subject.builds[1].turns = false;
	assert_int_equal(measure_next_trial(&m, &worker, TRIAL_NONE), TRIAL_NONE);
	subject.builds[1].turns = true;
	subject.length.slice_ns = 1;
	assert_int_equal(measure_next_trial(&m, &worker, TRIAL_NONE), TRIAL_NONE);
	subject.length.slice_ns = 0;
	slot.iterations = 3;
	assert_int_equal(measure_next_trial(&m, &worker, TRIAL_NONE), TRIAL_NONE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_time_limits_that_nobody_gave),
		cmocka_unit_test(test_trials),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
