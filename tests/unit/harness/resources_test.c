/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/resources.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "harness/base/clock.h"

/* A busy phase and a sleeping one. */
static void test_cpu_and_wall(void **state)
{
	const struct timespec pause = { .tv_nsec = 20000000 };
	struct bd_resources start, busy, idle;
	uint64_t begin;

	(void)state;
	bd_resources_begin(&start);
	begin = bd_clock_ns();
	while (bd_clock_ns() - begin < 20000000)
		continue;
	bd_resources_end(&busy, &start);
	assert_true(busy.wall_ns >= 20000000);
	assert_true(busy.cpu_ns > 0);

	bd_resources_begin(&start);
	nanosleep(&pause, NULL);
	bd_resources_end(&idle, &start);
	assert_true(idle.wall_ns >= 20000000);
	assert_true(idle.cpu_ns < idle.wall_ns / 2);
	assert_true(idle.voluntary_switches >= 1);
}

static void test_sums(void **state)
{
	struct bd_resources sum = { .cpu_ns = 5, .migrations = -1, .major_faults = 1 };
	const struct bd_resources used = { .cpu_ns = 7, .migrations = 2, .major_faults = -1 };

	(void)state;
	bd_resources_add(&sum, &used);
	assert_int_equal(sum.cpu_ns, 12);
	assert_int_equal(sum.migrations, -1); /* not known in one part: not known */
	assert_int_equal(sum.major_faults, -1);
}

/* 32 MiB that are touched show in the peak. */
static void test_peak(void **state)
{
	const size_t size = 32 << 20;
	int64_t before;
	char *memory;

	(void)state;
	bd_peak_reset();
	before = bd_peak_kib();
	if (before < 0)
		skip();
	memory = malloc(size);
	memset(memory, 1, size);
	__asm__ volatile("" : : "g"(memory) : "memory");
	assert_true(bd_peak_kib() >= before + (int64_t)size / 1024 / 2);
	free(memory);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cpu_and_wall),
		cmocka_unit_test(test_sums),
		cmocka_unit_test(test_peak),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
