/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/explain/counters.h"

#include <linux/perf_event.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "driver/config/config.h"
#include "driver/exec/spawn.h"
#include "driver/suite/adapter.h"
#include "driver/suite/suite.h"

static const struct config_suite settings;
static struct suite suite = { .name = "explained",
	.path = FAKES_DIR "/explained",
	.settings = &settings,
	.adapter = &adapter_bdriver,
	.counts = COUNTS_ANY };
static const struct suite *suites[2] = { &suite, &suite };

/* The kernel counts page faults on every machine, and an iteration has ten. */
static void test_events_of_an_iteration(void **state)
{
	const struct counter_events faults = { PERF_TYPE_SOFTWARE,
		{ PERF_COUNT_SW_PAGE_FAULTS, PERF_COUNT_SW_PAGE_FAULTS_MIN,
			PERF_COUNT_SW_EMULATION_FAULTS } };
	double counts[2][COUNTERS];
	struct err e = { "" };
	int rc;

	(void)state;
	rc = counters_take(suites, "Faults", 100, &faults, counts, &e);
	if (strstr(e.text, "the kernel lets nobody count"))
		skip();
	assert_string_equal(e.text, "");
	assert_int_equal(rc, 0);
	for (int b = 0; b < 2; b++) {
		assert_true(counts[b][0] > 9.9 && counts[b][0] < 10.1);
		assert_true(counts[b][1] > 9.9 && counts[b][1] < 10.1);
		assert_true(counts[b][2] == 0);
	}
}

/* Where the processor counts, 20,000 turns of a loop are as many branches. */
static void test_processor(void **state)
{
	double counts[2][COUNTERS];
	struct err e = { "" };
	int rc = counters_take(suites, "Faults", 100, &counters_processor, counts, &e);

	(void)state;
	if (rc < 0) {
		assert_true(
			strstr(e.text, "counts no events") || strstr(e.text, "lets nobody"));
		print_message("no counters: %s\n", e.text);
		skip();
	}
	assert_true(counts[0][COUNTER_BRANCHES] > 20000 && counts[0][COUNTER_BRANCHES] < 22000);
	assert_true(counts[0][COUNTER_INSTRUCTIONS] > 60000);
	assert_true(counts[0][COUNTER_MISSES] < 2000);
}

static void test_refused(void **state)
{
	const struct counter_events none = { 9999, { 0, 0, 0 } };
	struct suite foreign = suite;
	const struct suite *both[2] = { &suite, &foreign };
	double counts[2][COUNTERS];
	struct err e = { "" };

	(void)state;
	assert_int_equal(counters_take(suites, "Faults", 1, &none, counts, &e), -1);
	assert_string_equal(e.text, "the processor of this machine counts no events");
	foreign.counts = COUNTS_OWN;
	assert_int_equal(counters_take(both, "Faults", 1, &counters_processor, counts, &e), -1);
	assert_string_equal(e.text, "launches of explained cannot be told their iterations");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_events_of_an_iteration),
		cmocka_unit_test(test_processor),
		cmocka_unit_test(test_refused),
	};

	spawn_prepare();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
