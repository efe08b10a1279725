/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The core's floor by CPU, the launches of a log that passed it, and the probes themselves. */
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
#include "harness/probes.h"

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

/* `shared` of a hundred probes found the units busy; all on a clock that runs at half its rate.
 */
static void tell(unsigned shared, double *low, double *high)
{
	struct bd_probes probes = { .count = 100 };

	for (unsigned i = 0; i < 100; i++)
		probes.taken[i] = (struct bd_core_times){
			.chain_ns = i % 25 ? 5000 : 90000, /* interrupted */
			.wide_ns = i * 37 % 100 < shared ? 8000 : 5000,
		};
	bd_probes_tell(&probes, low, high);
}

static void test_what_probes_tell(void **state)
{
	struct bd_probes few = { .count = 4 };
	double low, high;

	(void)state;
	tell(0, &low, &high);
	assert_true(low == 1 && high == 1);
	tell(10, &low, &high);
	assert_true(low == 1 && high == 1);
	tell(11, &low, &high);
	assert_true(low == 1 && high == 1.6);
	tell(76, &low, &high);
	assert_true(low == 1.6 && high == 1.6);
	bd_probes_tell(&few, &low, &high);
	assert_true(low == 0 && high == 0);
}

static void test_a_long_launch_keeps_some_of_all_its_probes(void **state)
{
	static struct bd_probes probes;
	size_t before;

	(void)state;
	for (int i = 0; i <= 4 * BD_PROBES_MAX; i++)
		bd_probes_take(&probes);
	assert_true(probes.count <= BD_PROBES_MAX);
	assert_true(probes.count > BD_PROBES_MAX / 2);
	assert_true(probes.pause_ns >= 4 * 200000);
	/* Nothing before its time. */
	before = probes.count;
	bd_probes_poll(&probes, probes.next_ns - 1);
	assert_int_equal(probes.count, before);
	bd_probes_poll(&probes, probes.next_ns);
	assert_int_equal(probes.count, before + 1);
	for (size_t i = 0; i < probes.count; i++)
		assert_true(probes.taken[i].wide_ns > 0 && probes.taken[i].chain_ns > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_each_cpu_has_a_floor),
		cmocka_unit_test(test_odd_numbers_teach_nothing),
		cmocka_unit_test(test_a_log_tells_which_launches_shared_their_core),
		cmocka_unit_test(test_what_probes_tell),
		cmocka_unit_test(test_a_long_launch_keeps_some_of_all_its_probes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
