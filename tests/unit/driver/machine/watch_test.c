/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "driver/machine/watch.h"
#include <math.h>
#include <stdlib.h>

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

static void test_limits(void **state)
{
	(void)state;
	for (int i = 0; i < WATCHED_COUNT; i++) {
		const struct watched_info *info = &watched_infos[i];

		assert_non_null(info->name);
		assert_false(watched_disturbs((enum watched)i, info->limit));
		assert_true(watched_disturbs((enum watched)i, info->limit * 1.01));
		assert_false(watched_disturbs((enum watched)i, NAN));
	}
}

static void test_stat(void **state)
{
	struct watch_counters c;

	(void)state;
	watch_parse_stat(&c, "cpu  10 20 30 400 50 6 7 8 9 0\ncpu0 1 2\n");
	assert_true(c.busy == 73 && c.steal == 8 && c.all == 531);
	watch_parse_stat(&c, "cpu  10 20\n");
	assert_true(c.all < 0);
	watch_parse_stat(&c, "");
	assert_true(c.all < 0);
}

static void test_interrupts(void **state)
{
	struct watch_counters c;

	(void)state;
	watch_parse_interrupts(&c, "           CPU0       CPU1       \n"
				   " 24:          1          2  IO-APIC   5-edge  x\n"
				   "LOC:        100        200   Local timer interrupts\n"
				   "ERR:          7\n"
				   "MIS:          0\n");
	assert_int_equal(c.cpu_count, 2);
	assert_int_equal(c.interrupts[0], 108);
	assert_int_equal(c.interrupts[1], 202);
	free(c.interrupts);
	watch_parse_interrupts(&c, "");
	assert_int_equal(c.cpu_count, 0);
	free(c.interrupts);
	watch_parse_interrupts(&c, "CPU0\n1:");
	assert_int_equal(c.interrupts[0], 0);
	free(c.interrupts);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_look_at_this_machine),
		cmocka_unit_test(test_a_look_that_comes_too_late),
		cmocka_unit_test(test_limits),
		cmocka_unit_test(test_stat),
		cmocka_unit_test(test_interrupts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
