/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/formats/foreign.h"
#include "compare/formats/read.h"
#include "compare/log/metric.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void read_text(struct log *log, const char *text)
{
	struct err e;

	memset(log, 0, sizeof(*log));
	if (log_read_buffer(log, "a", text, strlen(text), LOG_KEEP_SAMPLES, &e) < 0)
		fail_msg("%s", e.text);
}

static bool has_warning(const struct log *log, const char *part)
{
	for (size_t i = 0; i < log->warning_count; i++)
		if (strstr(log->warnings[i].text, part))
			return true;
	return false;
}

static const struct launch *launch_of(
	const struct log *log, const char *suite, const char *name, size_t i)
{
	const struct log_benchmark *b = log_find(log, suite, name, "");

	if (!b || i >= b->launch_count) {
		fail_msg("no launch %zu of %s/%s", i, suite, name);
		abort();
	}
	return &b->launches[i];
}

/* Each text has one row that is fine and one that is not: the warning names its line. */
static const struct {
	const char *text, *warning;
} bad_rows[] = {
#define GBENCH "{\"context\":{\"executable\":\"b\"},\"benchmarks\":["
#define GOOD                                                                             \
	"{\"name\":\"A\",\"iterations\":5,\"real_time\":2,\"cpu_time\":2,\"time_unit\":" \
	"\"ns\"}"
	{ GBENCH GOOD
		",\n{\"name\":\"B\",\"iterations\":5,\"real_time\":NaN,\"time_unit\":\"ns\"}]}",
		"a:2: row left out: its real_time is no time" },
	{ GBENCH GOOD
		",\n{\"name\":\"B\",\"iterations\":5,\"real_time\":-1,\"time_unit\":\"ns\"}]}",
		"a:2: row left out: its real_time is no time" },
	{ GBENCH GOOD ",\n{\"name\":\"B\",\"iterations\":5,\"real_time\":1,"
		      "\"time_unit\":\"h\"}]}",
		"a:2: row left out: its time_unit is none of" },
	{ GBENCH GOOD ",\n{\"name\":\"B\",\"iterations\":5,\"real_time\":1}]}",
		"a:2: row left out: its time_unit is none of" },
	/* Of 1.4 and before, with aggregates only. */
	{ GBENCH
		"{\"name\":\"A_mean\",\"iterations\":1,\"real_time\":9,\"time_unit\":\"ns\"},\n"
		"{\"name\":\"A_stddev\",\"iterations\":1,\"real_time\":2,\"time_unit\":\"ns\"}]"
		"}",
		"a:2: row left out: it is a standard deviation" },
	{ GBENCH GOOD ",\n{\"name\":\"B\",\"real_time\":1}]}",
		"a:2: row left out: its iterations are no whole" },
	{ GBENCH GOOD ",\n{\"name\":[],\"real_time\":1}]}",
		"a:2: row left out: it has no name" },
	{ GBENCH GOOD ",\n{\"name\":\"B\",\"iterations\":1.596,\"real_time\":1}]}",
		"a:2: row left out: its iterations are no whole" },
	{ GBENCH GOOD ",\n{\"name\":\"B\",\"iterations\":1,596}]}",
		"a:2: row left out: a number has separators" },
	{ GBENCH GOOD ",\n{\"name\":\"B_RMS\",\"rms\": 2%}]}", "a:2: row left out: a comma" },
	{ "{\"context\":{\"executable\":\"b\"\n\"x\":\"y\"},\"benchmarks\":[" GOOD "]}",
		"a:2: a comma is missing" },
	{ "A library's line.\n" GBENCH GOOD "]}",
		"a:1: what stands before the JSON, which begins in line 2" },
	{ "Loading {1}: " GBENCH GOOD "]}", "a:1: what stands before the JSON" },
#define JMH  "[{\"benchmark\":\"A\",\"primaryMetric\":{\"scoreUnit\":\"us/op\",\"rawData\":"
#define INFO "[info] a\n[info] b\n[info] c\n[info] d\n{}\n{x}\n[1]\n[info] h\n"
	{ INFO INFO INFO INFO INFO INFO INFO INFO GBENCH GOOD "]}", "which begins in line 65" },
	{ "[info] a\n" JMH "[[1]]}}]", "which begins in line 2" },
	{ GBENCH GOOD "]}\n{\"results\":[{\"command\":\"A\",\"times\":[1]}]}",
		"a:2: this document holds no list of results" },
	{ GBENCH GOOD "]}\nDone.\n", "a:2: text beside the JSON is ignored" },
	{ GBENCH GOOD ",\n7]}", "a:2: row left out: it has no name" },
	{ "{\"results\":[{\"command\":\"A\",\"times\":[1]},\n{\"command\":\"B\"}]}",
		"a:2: row left out: it has no times" },
	{ "{\"results\":[{\"command\":\"A\",\"times\":[1,\n\"x\"]}]}",
		"a:2: row left out: a time of it is no time" },
	{ "{\"results\":[{\"command\":\"A\",\"times\":[1]},\n{\"command\":\"\",\"times\":[1]}]"
	  "}",
		"a:2: row left out: it has no name" },
	{ "{\"results\":[{\"name\":\"A\",\"clockResolution\":1e-8,\"measurements\":[{"
	  "\"elapsed\":1}]},\n{\"name\":\"B\"}]}",
		"a:2: row left out: it has no measurements" },
#define PYTEST "{\"machine_info\":{},\"benchmarks\":[{\"name\":\"A\",\"stats\":{\"data\":[1]}}"
	{ PYTEST ",\n{\"name\":\"B\",\"stats\":{\"data\":[]}}]}",
		"a:2: row left out: it has no rounds" },
	{ "{\"benchmarks\":[{\"runs\":[{\"values\":[1]},\n{\"values\":[null]}]}]}",
		"a:2: row left out: a value of it is no time" },
	{ "{\"benchmarks\":[{\"runs\":[{\"values\":[1]}]},\n{\"metadata\":{\"unit\":"
	  "\"byte\"},\"runs\":[]}]}",
		"a:2: row left out: its unit is not second" },
	{ JMH "[[1],\n[\"NaN\"]]}}]", "a:2: row left out: a score in its rawData" },
	{ JMH "[[1]]}},\n{\"benchmark\":\"B\",\"primaryMetric\":{\"scoreUnit\":\"B/"
	      "op\"}}]",
		"a:2: row left out: its scoreUnit is neither" },
	{ "[{\"BenchmarkTools\":\"1\"},[[\"Trial\",{\"times\":[1]}],\n[\"Trial\",{}]]]",
		"a:2: row left out: it has no times" },
	{ "[{\"BenchmarkTools\":\"1\"},[[\"Trial\",{\"times\":[1]}],\n[\"Ratio\",{}]]]",
		"a:2: row left out: it is neither a trial nor a group" },
#define CRITERION "group,function,value,sample_measured_value,unit,iteration_count\n"
	{ CRITERION "g,,,5,ns,1\ng,,,5,ns,0\n",
		"a:3: row left out: its iteration_count is not" },
	{ CRITERION "g,,,5,ns,1\ng,,,x,ns,1\n", "a:3: row left out: its measured value" },
	{ CRITERION "g,,,5,ns,1\ng,,,5,cycles,1\n", "a:3: row left out: it has no name, or" },
	{ CRITERION "g,,,5,ns,1\ng,5,ns,1\n", "a:3: row left out: it has more or fewer" },
	{ CRITERION "g,,,5,ns,1\ng,,,5,ns,1",
		"a:3: row left out: it is not whole (the last line is cut" },
	{ "BenchmarkA 5 1 ns/op\nBenchmarkB x 1 ns/op\n",
		"a:2: row left out: its second column" },
	{ "BenchmarkA 5 1 ns/op\nBenchmarkB 5 1 B/op\n", "a:2: row left out: it has no ns/op" },
	{ "BenchmarkA 5 1 ns/op\nBenchmarkB 5 -1 ns/op\n",
		"a:2: row left out: its ns/op is no time" },
	{ "BenchmarkA 5 1 ns/op\nBenchmarkB\xFF 5 1 ns/op\n",
		"a:2: row left out: it is not UTF-8" },
};

static void test_bad_rows_are_left_out(void **state)
{
	struct log log;

	(void)state;
	for (size_t i = 0; i < sizeof(bad_rows) / sizeof(bad_rows[0]); i++) {
		read_text(&log, bad_rows[i].text);
		if (!has_warning(&log, bad_rows[i].warning) || log.row_count != 1)
			fail_msg("%s: %zu rows, %s", bad_rows[i].text, log.row_count,
				log.warning_count ? log.warnings[0].text : "no warning");
		log_release(&log);
	}
}

static void test_units_of_jmh(void **state)
{
	static const struct {
		const char *unit;
		double ns;
	} units[] = { { "ops/s", 5e8 }, { "ops/sec", 5e8 }, { "sec/op", 2e9 },
		{ "msec/op", 2e6 }, { "us/op", 2e3 }, { "ops/ms", 5e5 }, { "min/op", 120e9 },
		{ "ops/hr", 1800e9 }, { "day/op", 172800e9 } };

	(void)state;
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		char text[200];
		struct log log;

		snprintf(text, sizeof(text),
			"[{\"benchmark\":\"A\",\"primaryMetric\":{\"scoreUnit\":\"%s\","
			"\"rawData\":[[2]]}}]",
			units[i].unit);
		read_text(&log, text);
		assert_true(launch_of(&log, "JMH", "A", 0)->time.min == units[i].ns);
		log_release(&log);
	}
}

/* "results": { alone is not of asv, and its numbers need not be seconds. */
static void test_results_of_no_asv(void **state)
{
	static const char text[] = "{\"results\": {\"time_total\": 5.2}}";
	struct log log = { 0 };
	struct err e;

	(void)state;
	assert_int_equal(
		log_read_buffer(&log, "a", text, strlen(text), LOG_KEEP_SAMPLES, &e), 0);
	assert_int_equal(log.row_count, 0);
	assert_true(has_warning(&log, "a:1: row left out: it has no commit_hash"));
	log_release(&log);
}

/* A path of any bytes names the suite all the same, and half a character of Python does not
 * matter. */
static void test_gbench_path(void **state)
{
	static const char *const paths[] = { "/\xE9/b", "/\\udce9/b" };
	struct log log;

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		char text[300];

		snprintf(text, sizeof(text),
			"{\"context\":{\"x\":\"%s\",\"executable\":\"%s\"},\"benchmarks\":"
			"[" GOOD "]}",
			paths[i], paths[i]);
		read_text(&log, text);
		assert_int_equal(launch_of(&log, "b", "A", 0)->status, OUTCOME_OK);
		assert_int_equal(log.warning_count, 0);
		log_release(&log);
	}
}

static void test_gbench_failures(void **state)
{
	const struct launch *l;
	struct log log;

	(void)state;
	read_text(&log, GBENCH GOOD ",{\"name\":\"E\",\"run_name\":\"E\",\"run_type\":"
				    "\"iteration\",\"error_occurred\":"
				    "true,\"error_message\":\"no "
				    "file\",\"iterations\":1,\"real_time\":0,\"cpu_time\":0,"
				    "\"time_unit\":\"ns\"},{\"name\":\"S\",\"skipped\":true,"
				    "\"skip_message\":\"later\"}"
				    "]}");
	assert_int_equal(log.row_count, 3);
	l = launch_of(&log, "b", "E", 0);
	assert_int_equal(l->status, OUTCOME_VERIFY);
	assert_string_equal(l->evidence->detail, "no file");
	assert_true(isnan(l->time.min));
	assert_int_equal(launch_of(&log, "b", "S", 0)->status, OUTCOME_SKIPPED);
	log_release(&log);
}

/* Repetitions that do not follow each other are samples of one launch all the same. */
static void test_gbench_interleaved_repetitions(void **state)
{
	struct log log;

	(void)state;
	read_text(&log,
		GBENCH GOOD ",{\"name\":\"B\",\"iterations\":5,\"real_time\":9,\"cpu_time\":8,"
			    "\"time_unit\":\"ns\"}," GOOD "]}\n" GBENCH GOOD "]}");
	assert_int_equal(log.row_count, 3);
	assert_int_equal(launch_of(&log, "b", "A", 0)->sample_count, 2);
	assert_int_equal(launch_of(&log, "b", "A", 1)->sample_count, 1);
	assert_true(launch_of(&log, "b", "A", 0)->evidence->wall_ns == 20);
	assert_true(launch_of(&log, "b", "B", 0)->evidence->cpu_ns == 40);
	log_release(&log);
}

static void test_gbench_units_and_rates(void **state)
{
	struct log log;

	(void)state;
	read_text(&log, GBENCH
		"{\"name\":\"A\",\"iterations\":1,\"real_time\":3,\"cpu_time\":2,\"time_unit\":"
		"\"ms\",\"items_per_second\":500000},{\"name\":\"B/"
		"real_time\",\"iterations\":1,"
		"\"real_time\":4,\"cpu_time\":2,\"time_unit\":\"us\",\"bytes_per_second\":1e9},"
		"{\"name\":\"C\",\"threads\":2,\"iterations\":1,\"real_time\":4,\"cpu_time\":2,"
		"\"time_unit\":\"s\",\"bytes_per_second\":1e9,\"x \\\"y\":2.5,\"z\":NaN,"
		"\"label\":\"l\",\"n\":3}]}");
	assert_string_equal(launch_of(&log, "b", "A", 0)->evidence->counters, "");
	assert_string_equal(launch_of(&log, "b", "C", 0)->evidence->counters,
		"{\"x \\\"y\":2.5,\"n\":3.0}");
	assert_true(launch_of(&log, "b", "A", 0)->time.min == 3e6);
	assert_true(log_find(&log, "b", "A", "")->items == 1000);
	assert_true(log_find(&log, "b", "B/real_time", "")->bytes == 4000);
	assert_true(launch_of(&log, "b", "C", 0)->time.min == 4e9);
	assert_true(isnan(log_find(&log, "b", "C", "")->bytes));
	log_release(&log);
}

static void test_hyperfine_memory_and_failed_runs(void **state)
{
	struct log log;

	(void)state;
	read_text(&log,
		"{\"results\":[{\"command\":\"x\",\"times\":[1,2],\"exit_codes\":[0,null],"
		"\"memory_usage_byte\":[4096,5000]}]}");
	assert_float_equal(
		launch_counted(launch_of(&log, "hyperfine", "x", 0), METRIC_MEMORY), 4, 0);
	assert_float_equal(
		launch_counted(launch_of(&log, "hyperfine", "x", 1), METRIC_MEMORY), 5, 0);
	assert_true(has_warning(&log, "a:1: 1 run of 'x' failed"));
	log_release(&log);
}

/* Metadata stand in the run, the benchmark or the file, and the file's come last. */
static void test_pyperf_metadata(void **state)
{
	struct log log;

	(void)state;
	read_text(&log,
		"{\"benchmarks\":[{\"metadata\":{\"inner_loops\":2},\"runs\":[{\"metadata\":"
		"{\"loops\":8},\"values\":[1]},{\"values\":[1]},{\"warmups\":[[1,1]]}]}],"
		"\"metadata\":{\"name\":\"n\",\"loops\":4,\"aslr\":\"No randomization\"}}");
	assert_int_equal(log.row_count, 2);
	assert_int_equal(launch_of(&log, "pyperf", "n", 0)->iterations, 16);
	assert_int_equal(launch_of(&log, "pyperf", "n", 1)->iterations, 8);
	assert_false(log.source.random_layout);
	log_release(&log);
}

static void test_jmh_units(void **state)
{
	static const struct {
		const char *unit;
		double score, ns;
	} units[] = { { "ns/op", 3, 3 }, { "us/op", 3, 3e3 }, { "ms/op", 3, 3e6 },
		{ "s/op", 3, 3e9 }, { "min/op", 1, 60e9 }, { "day/op", 1, 86400e9 },
		{ "ops/s", 4, 0.25e9 }, { "ops/ms", 4, 0.25e6 }, { "ops/ns", 4, 0.25 } };
	char text[512];
	struct log log;

	(void)state;
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		snprintf(text, sizeof(text),
			"[{\"benchmark\":\"A\",\"params\":{\"k\":\"v\"},\"primaryMetric\":{"
			"\"scoreUnit\":\"%s\",\"rawData\":[[%g,%g]]}}]",
			units[i].unit, units[i].score, units[i].score);
		read_text(&log, text);
		assert_true(launch_of(&log, "JMH", "A:k=v", 0)->time.min == units[i].ns);
		log_release(&log);
	}
	read_text(&log, "[{\"benchmark\":\"A\",\"primaryMetric\":{\"scoreUnit\":\"ns/op\","
			"\"rawDataHistogram\":[[[[2,1],[4,3]],[[7,1]]],[[[5,2]]]]}}]");
	assert_int_equal(launch_of(&log, "JMH", "A", 0)->sample_count, 2);
	assert_true(launch_of(&log, "JMH", "A", 0)->time.min == 3.5);
	assert_true(launch_of(&log, "JMH", "A", 1)->time.min == 5);
	log_release(&log);
}

/* A process ends at PASS, and the step of Go's numbers is the last digit it prints. */
static void test_go_processes_and_steps(void **state)
{
	struct log log;

	(void)state;
	read_text(&log,
		"goos: linux\npkg: a/b\nlog output\nBenchmarkX-8 \t 10\t 12.50 ns/op\n"
		"BenchmarkX-8 20 1250 ns/op 3 B/op\nBenchmarkY-8\nBenchmarking is fun\n"
		"PASS\nok  \ta/b\t1s\npkg: a/b\nBenchmarkX-8 10 13.00 ns/op\n"
		"--- SKIP: BenchmarkZ\n    x_test.go:3: no\n--- FAIL: BenchmarkF-8\nFAIL\n");
	assert_int_equal(log.warning_count, 0);
	assert_int_equal(launch_of(&log, "a/b", "X-8", 0)->sample_count, 2);
	assert_int_equal(launch_of(&log, "a/b", "X-8", 0)->iterations, -1);
	assert_true(launch_of(&log, "a/b", "X-8", 0)->clock_step_ns == 1);
	assert_int_equal(launch_of(&log, "a/b", "X-8", 1)->iterations, 10);
	assert_true(fabs(launch_of(&log, "a/b", "X-8", 1)->clock_step_ns - 0.01) < 1e-9);
	assert_int_equal(launch_of(&log, "a/b", "Z", 0)->status, OUTCOME_SKIPPED);
	assert_int_equal(launch_of(&log, "a/b", "F-8", 0)->status, OUTCOME_EXIT);
	log_release(&log);
}

/* Names that would be commands, keys or bytes of another kind elsewhere are only names. */
static void test_hostile_names(void **state)
{
	static const char text[] = GBENCH
		"{\"name\":\"../../x\\u001b[31m\\n::error::,\\\"q\\\" %s\",\"iterations\":1,"
		"\"real_time\":1,\"cpu_time\":1,\"time_unit\":\"ns\"}]}";
	struct log log;

	(void)state;
	read_text(&log, text);
	launch_of(&log, "b", "../../x\x1b[31m\n::error::,\"q\" %s", 0);
	log_release(&log);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_bad_rows_are_left_out),
		cmocka_unit_test(test_units_of_jmh),
		cmocka_unit_test(test_results_of_no_asv),
		cmocka_unit_test(test_gbench_path),
		cmocka_unit_test(test_gbench_failures),
		cmocka_unit_test(test_gbench_interleaved_repetitions),
		cmocka_unit_test(test_gbench_units_and_rates),
		cmocka_unit_test(test_hyperfine_memory_and_failed_runs),
		cmocka_unit_test(test_pyperf_metadata),
		cmocka_unit_test(test_jmh_units),
		cmocka_unit_test(test_go_processes_and_steps),
		cmocka_unit_test(test_hostile_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
