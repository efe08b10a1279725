/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "driver/measure/trial.h"

static void test_what_is_costly(void **state)
{
	(void)state;
	/* Two set-ups of 200 ms for a sample of 5 ms. */
	assert_true(trial_is_costly(405e6, 5e6, 20e6));
	/* A usual start, on a busy machine. */
	assert_false(trial_is_costly(150e6, 5e6, 20e6));
	assert_false(trial_is_costly(150e6, 5e6, 1));
	/* One iteration is long. */
	assert_false(trial_is_costly(5.1e9, 5e9, 20e6));
	/* Launches are so long that the set-up is little. */
	assert_false(trial_is_costly(405e6, 5e6, 1e9));
}

static struct evidence times(int64_t wall_ns, int64_t cpu_ns)
{
	return (struct evidence){ .wall_ns = wall_ns, .cpu_ns = cpu_ns };
}

/* Of a pinned launch that lived for 30 ms. */
static enum trial_share share(struct evidence e, uint64_t cpu_ns, double delay_ns)
{
	const struct job_result result = {
		.cpu = 1, .wall_ns = 30000000, .cpu_ns = cpu_ns, .delay_ns = delay_ns
	};

	return trial_share_of(&e, &result);
}

static void test_cpu_time_is_the_time(void **state)
{
	(void)state;
	assert_int_equal(share(times(20000000, 19500000), 28000000, 0), SHARE_ALL);
	/* What is missing, others had. */
	assert_int_equal(share(times(20000000, 15000000), 24000000, 5500000), SHARE_ALL);
	/* It may have slept in its samples, or before them. */
	assert_int_equal(share(times(20000000, 15000000), 20000000, 5500000), SHARE_UNSURE);
	/* Nobody else had the CPU. */
	assert_int_equal(share(times(20000000, 15000000), 24000000, 0), SHARE_PART);
	assert_int_equal(share(times(20000000, -1), 24000000, 0), SHARE_PART);
}

static void test_a_long_launch_is_not_repeated_to_be_sure(void **state)
{
	const struct evidence e = times(1800000000, 1500000000);
	const struct job_result result = {
		.cpu = 1, .wall_ns = 2000000000, .cpu_ns = 1500000000, .delay_ns = 300000000
	};

	(void)state;
	assert_int_equal(trial_share_of(&e, &result), SHARE_PART);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_what_is_costly),
		cmocka_unit_test(test_cpu_time_is_the_time),
		cmocka_unit_test(test_a_long_launch_is_not_repeated_to_be_sure) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
