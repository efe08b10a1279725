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

static const struct timespec pause = { .tv_nsec = 20000000 };

static void spin(void)
{
	uint64_t begin = bd_clock_ns();

	while (bd_clock_ns() - begin < 20000000)
		continue;
}

/* Two busy phases; the sleep between them does not count. */
static void test_phases(void **state)
{
	struct bd_meter meter;

	(void)state;
	bd_meter_open(&meter);
	for (int i = 0; i < 2; i++) {
		nanosleep(&pause, NULL);
		bd_meter_begin(&meter);
		spin();
		bd_meter_end(&meter);
		assert_true(meter.used.wall_ns >= (i + 1) * 20000000);
		assert_int_equal(meter.used.voluntary_switches, 0);
	}
	nanosleep(&pause, NULL);
	bd_meter_close(&meter);
	assert_true(meter.used.cpu_ns > 0);
	assert_true(meter.used.migrations >= -1);
}

static void test_sleep(void **state)
{
	struct bd_meter meter;

	(void)state;
	bd_meter_open(&meter);
	bd_meter_begin(&meter);
	nanosleep(&pause, NULL);
	bd_meter_end(&meter);
	bd_meter_close(&meter);
	assert_true(meter.used.wall_ns >= 20000000);
	assert_true(meter.used.cpu_ns < meter.used.wall_ns / 2);
	assert_true(meter.used.voluntary_switches >= 1);
}

/* Not known in one phase: not known. */
static void test_unknown(void **state)
{
	struct bd_meter meter;

	(void)state;
	bd_meter_open(&meter);
	bd_meter_begin(&meter);
	meter.start.major_faults = -1;
	bd_meter_end(&meter);
	bd_meter_begin(&meter);
	bd_meter_end(&meter);
	bd_meter_close(&meter);
	assert_int_equal(meter.used.major_faults, -1);
	assert_true(meter.used.minor_faults >= 0);
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
		cmocka_unit_test(test_phases),
		cmocka_unit_test(test_sleep),
		cmocka_unit_test(test_unknown),
		cmocka_unit_test(test_peak),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
