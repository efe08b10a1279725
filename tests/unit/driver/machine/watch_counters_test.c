/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "driver/machine/watch_counters.h"

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
		cmocka_unit_test(test_stat),
		cmocka_unit_test(test_interrupts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
