/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/log/log.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

static size_t place_of(const struct log *log, const char *name, const char *build)
{
	const struct log_benchmark *b = log_find(log, "s", name, build);

	return b ? (size_t)(b - log->benchmarks) : SIZE_MAX;
}

/* By the index, also while it grows. */
static void test_benchmarks_are_found(void **state)
{
	struct log log = { 0 };
	char name[16];

	(void)state;
	assert_int_equal(place_of(&log, "b3", ""), SIZE_MAX);
	for (int i = 0; i < 20; i++) {
		snprintf(name, sizeof(name), "b%d", i);
		log_add_benchmark(&log, "s", name, i % 2 ? "new" : "old");
	}
	assert_int_equal(place_of(&log, "b3", "new"), 3);
	assert_int_equal(place_of(&log, "b3", "old"), SIZE_MAX);
	assert_int_equal(place_of(&log, "b3", NULL), 3);
	assert_ptr_equal(log_add_benchmark(&log, "s", "b4", "old"), &log.benchmarks[4]);
	assert_int_equal(log_add_benchmark(&log, "s", "b3", "old") - log.benchmarks, 20);
	log_add_benchmark(&log, "s", "last", "");
	assert_ptr_equal(log_add_benchmark(&log, "s", "last", ""), &log.benchmarks[21]);
	assert_int_equal(log.benchmark_count, 22);
	assert_int_equal(place_of(&log, "b3", "old"), 20);
	assert_int_equal(place_of(&log, "b19", "new"), 19);
	log_release(&log);
}

static bool is_cold(double first, double last, size_t n)
{
	struct launch launch = LAUNCH_UNKNOWN;
	double samples[24];

	for (size_t i = 0; i < n; i++)
		samples[i] = first + (last - first) * (double)i / (double)(n - 1);
	launch_summarise(&launch, samples, n);
	return launch.cold;
}

static void test_a_launch_that_begins_slowly_is_cold(void **state)
{
	(void)state;
	assert_true(is_cold(120, 100, 24));
	assert_true(is_cold(120, 100, 12));
	assert_false(is_cold(120, 100, 11));
	assert_false(is_cold(109, 100, 24));
	assert_false(is_cold(100, 120, 24));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_benchmarks_are_found),
		cmocka_unit_test(test_a_launch_that_begins_slowly_is_cold),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
