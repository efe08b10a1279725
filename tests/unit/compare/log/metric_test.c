/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/log/metric.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "compare/base/memory.h"
#include "compare/log/merge.h"
#include "compare/log/row_reader.h"
#include "tests/unit/support/build_log.h"

/* A launch of that benchmark with 5 MiB and the counters of the text. */
static struct launch *add_row(struct log *log, char *name, char *counters)
{
	double samples[] = { 1, 2 };
	struct log_row row;
	struct log_benchmark *b;

	log_row_init(&row);
	row.suite = "s";
	row.benchmark = name;
	row.launch.sample_count = 2;
	row.evidence.samples = samples;
	row.evidence.memory.peak_kib = 5120;
	row.evidence.counters = counters;
	log_add_row(log, &row, LOG_KEEP_SUMMARIES, 1);
	b = log_find(log, "s", name, NULL);
	return &b->launches[b->launch_count - 1];
}

static void test_a_launch_has_what_its_row_counted(void **state)
{
	struct log log = build_log("a.log", NULL);
	struct launch *launch =
		add_row(&log, "x", "{\"hits\":12,\"rate\":-0.5,\"text\":\"no\"}");

	(void)state;
	assert_float_equal(launch_counted(launch, METRIC_MEMORY), 5120, 0);
	assert_int_equal(log.counters.count, 2);
	assert_string_equal(log.counters.items[1], "rate");
	assert_float_equal(launch_counted(launch, METRICS), 12, 0);
	assert_float_equal(launch_counted(launch, METRICS + 1), -0.5, 0);
	assert_true(isnan(launch_counted(launch, METRIC_TIME)));
	launch = add_row(&log, "y", "{\"rate\":3}");
	assert_true(isnan(launch_counted(launch, METRICS)));
	assert_float_equal(launch_counted(launch, METRICS + 1), 3, 0);
	launch = add_row(&log, "z", "damaged {");
	assert_int_equal(launch->counted_count, 1);
	log_release(&log);
}

static void test_counters_beyond_the_most_are_left_out(void **state)
{
	struct log log = build_log("a.log", NULL);
	struct launch *launch = NULL;

	(void)state;
	for (int i = 0; i < COUNTERS_MAX + 5; i++) {
		char text[32];

		snprintf(text, sizeof(text), "{\"c%d\":%d}", i, i);
		launch = add_row(&log, "x", text);
	}
	assert_int_equal(log.counters.count, COUNTERS_MAX);
	assert_int_equal(launch->counted_count, 1);
	log_release(&log);
}

static void test_a_merged_log_has_its_own_numbers_of_counters(void **state)
{
	struct log to = build_log("a.log", NULL), from = build_log("b.log", NULL);
	const struct log_benchmark *x;

	(void)state;
	add_row(&to, "x", "{\"a\":1}");
	add_row(&from, "x", "{\"b\":2,\"a\":3}");
	log_merge(&to, &from);
	log_release(&from);
	x = log_find(&to, "s", "x", NULL);
	assert_int_equal(x->launch_count, 2);
	assert_float_equal(launch_counted(&x->launches[1], METRICS), 3, 0);
	assert_string_equal(to.counters.items[1], "b");
	assert_float_equal(launch_counted(&x->launches[1], METRICS + 1), 2, 0);
	assert_float_equal(launch_counted(&x->launches[1], METRIC_MEMORY), 5120, 0);
	log_release(&to);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_launch_has_what_its_row_counted),
		cmocka_unit_test(test_counters_beyond_the_most_are_left_out),
		cmocka_unit_test(test_a_merged_log_has_its_own_numbers_of_counters),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
