/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The core's floor by CPU, and the launches of a log that passed it. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "compare/formats/read.h"
#include "compare/log/core_floor.h"
#include "compare/log/log.h"

static void test_each_cpu_has_a_floor(void **state)
{
	struct core_floor floor = { 0 };

	(void)state;
	assert_false(core_floor_passed(&floor, 0, 2));
	core_floor_learn(&floor, 0, 1.1);
	core_floor_learn(&floor, 0, 1.0);
	core_floor_learn(&floor, 0, 1.3);
	core_floor_learn(&floor, 5, 2.0);
	core_floor_learn(&floor, -1, 1.5);
	assert_false(core_floor_passed(&floor, 0, CORE_SHARED));
	assert_true(core_floor_passed(&floor, 0, CORE_SHARED + 0.01));
	assert_false(core_floor_passed(&floor, 0, NAN));
	assert_false(core_floor_passed(&floor, 5, 2.3));
	assert_true(core_floor_passed(&floor, 5, 2.5));
	assert_false(core_floor_passed(&floor, -1, 1.7));
	assert_true(core_floor_passed(&floor, -1, 1.9));
	assert_false(core_floor_passed(&floor, 3, 9));
	assert_false(core_floor_passed(&floor, 700, 9));
	/* One wrong launch does not decide: not beside a hundred. */
	core_floor_learn(&floor, 0, 0.5);
	assert_true(core_floor_passed(&floor, 0, 1.1));
	for (int i = 0; i < CORE_FLOOR_MANY; i++)
		core_floor_learn(&floor, 0, 1.3 - 0.003 * i);
	assert_false(core_floor_passed(&floor, 0, 1.1));
	assert_true(core_floor_passed(&floor, 0, 1.25));
	core_floor_release(&floor);
}

/* Numbers that only a damaged log has. */
static void test_odd_numbers_teach_nothing(void **state)
{
	struct core_floor floor = { 0 };

	(void)state;
	core_floor_learn(&floor, 0, NAN);
	core_floor_learn(&floor, 0, 0);
	core_floor_learn(&floor, 0, -1);
	core_floor_learn(&floor, -2, 1);
	core_floor_learn(&floor, 2147483647, 1);
	assert_false(core_floor_passed(&floor, 0, 9));
	assert_false(core_floor_passed(&floor, -2, 9));
	assert_false(core_floor_passed(&floor, 2147483647, 9));
	core_floor_release(&floor);
}

static void test_a_log_tells_which_launches_shared_their_core(void **state)
{
	char path[] = "/tmp/core_floor_XXXXXX";
	int fd = mkstemp(path);
	FILE *out = fdopen(fd, "w");
	struct log log = { 0 };
	const struct launch *launch;
	struct err e;

	(void)state;
	fputs("# bdriver-log: "
	      "1\nsuite,benchmark,iterations,round,status,cpu,core_low,core_high,samples\n"
	      "s,A,9,1,ok,0,1.5,1.6,5\n"
	      "s,A,9,2,ok,0,1.0,1.02,4\n"
	      "s,A,9,3,ok,0,,,4\n"
	      "s,A,9,4,ok,1,1.5,1.6,4\n"
	      "# end: 4\n",
		out);
	fclose(out);
	assert_int_equal(log_read(&log, path, LOG_KEEP_EVIDENCE, &e), 0);
	unlink(path);
	launch = log_find(&log, "s", "A", NULL)->launches;
	assert_true(launch[0].evidence->core_shared);
	assert_false(launch[1].evidence->core_shared);
	assert_false(launch[2].evidence->core_shared);
	assert_false(launch[3].evidence->core_shared);
	log_release(&log);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_each_cpu_has_a_floor),
		cmocka_unit_test(test_odd_numbers_teach_nothing),
		cmocka_unit_test(test_a_log_tells_which_launches_shared_their_core),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
