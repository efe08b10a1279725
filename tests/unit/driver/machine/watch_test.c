/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "driver/machine/watch.h"

static void test_a_look_at_this_machine(void **state)
{
	struct topology topology;
	struct watch watch;
	struct err e;

	(void)state;
	assert_int_equal(topology_read(&topology, &e), 0);
	assert_int_equal(watch_machine(&watch, &topology, 200000000, &e), 0);
	topology_release(&topology);
	assert_true(watch.seconds >= 0.2);
	assert_true(watch.values[WATCHED_CLOCK_STEP] >= 1);
	assert_true(watch.values[WATCHED_WAKE_UP] >= 0);
}

/* As on a machine so busy that no thread begins before the time is over. */
static void test_a_look_that_comes_too_late(void **state)
{
	struct topology topology;
	struct watch watch;
	struct err e;

	(void)state;
	assert_int_equal(topology_read(&topology, &e), 0);
	assert_int_equal(watch_machine(&watch, &topology, 1, &e), 0);
	topology_release(&topology);
	assert_true(watch.values[WATCHED_WAKE_UP] >= 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_look_at_this_machine),
		cmocka_unit_test(test_a_look_that_comes_too_late),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
