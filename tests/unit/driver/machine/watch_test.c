/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Grades from quantities, counters from the kernel's text, one short look at this machine. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "driver/machine/reference_work.h"
#include "driver/machine/watch.h"
#include "driver/machine/watch_counters.h"

static void test_grades(void **state)
{
	double values[WATCHED_COUNT];

	(void)state;
	for (int i = 0; i < WATCHED_COUNT; i++) {
		const struct watched_info *info = &watched_infos[i];

		values[i] = 0;
		assert_non_null(info->name);
		for (int g = 0; g < 4; g++) {
			assert_int_equal(grade_of((enum watched)i, info->limits[g]), g);
			assert_int_equal(
				grade_of((enum watched)i, info->limits[g] * 1.01), g + 1);
		}
	}
	assert_int_equal(grade_worst(values), GRADE_A);
	values[WATCHED_STEAL] = 1;
	values[WATCHED_FREQUENCY] = NAN;
	assert_int_equal(grade_worst(values), GRADE_C);
	values[WATCHED_REFERENCE] = 500;
	assert_int_equal(grade_worst(values), GRADE_F);
	for (int i = 0; i < WATCHED_COUNT; i++)
		values[i] = NAN;
	assert_int_equal(grade_worst(values), GRADE_UNKNOWN);
}

static void test_letters(void **state)
{
	(void)state;
	assert_int_equal(grade_parse("A"), GRADE_A);
	assert_int_equal(grade_parse("d"), GRADE_D);
	assert_int_equal(grade_parse("F"), GRADE_F);
	assert_int_equal(grade_parse("E"), GRADE_UNKNOWN);
	assert_int_equal(grade_parse("AB"), GRADE_UNKNOWN);
	assert_int_equal(grade_parse(""), GRADE_UNKNOWN);
	assert_int_equal(grade_letter(GRADE_C), 'C');
	assert_int_equal(grade_letter(GRADE_UNKNOWN), '?');
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
	assert_int_not_equal(grade_worst(watch.values), GRADE_UNKNOWN);
}

static void test_the_reference_work_takes_time(void **state)
{
	(void)state;
	assert_true(reference_work_run() > 0);
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
		cmocka_unit_test(test_grades),
		cmocka_unit_test(test_letters),
		cmocka_unit_test(test_stat),
		cmocka_unit_test(test_interrupts),
		cmocka_unit_test(test_a_look_at_this_machine),
		cmocka_unit_test(test_the_reference_work_takes_time),
		cmocka_unit_test(test_a_look_that_comes_too_late),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
