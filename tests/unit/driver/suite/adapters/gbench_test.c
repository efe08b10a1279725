/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compare/base/memory.h"
#include "driver/suite/adapter.h"
#include "driver/suite/suite.h"
#include "tests/unit/support/adapter_case.h"

static const struct adapter *gbench;
static struct launch_reading reading;
static struct log_row row;
static struct err e;

static int setup(void **state)
{
	(void)state;
	gbench = adapter_find("gbench", NULL);
	return !gbench;
}

static int teardown(void **state)
{
	(void)state;
	launch_reading_release(&reading);
	return 0;
}

static void expect_arguments(const struct launch_request *request, const char *wanted)
{
	adapter_case_arguments(gbench, request, '_', wanted);
}

#define REST " report_aggregates_only=false out_format=json out=/proc/self/fd/3"

/* The first of many repetitions is the warm-up. */
static void test_arguments(void **state)
{
	struct launch_request r = { .benchmark = "Sum/64",
		.samples = 200,
		.launch_time_ns = 100000000,
		.any_count = true };

	(void)state;
	expect_arguments(&r, "filter=^Sum/64$ repetitions=6 min_time=0.005s" REST);
	r.iterations = 1000;
	expect_arguments(&r, "filter=^Sum/64$ repetitions=6 min_time=1000x" REST);
	r.iteration_ns = 10000;
	expect_arguments(&r, "filter=^Sum/64$ repetitions=10 min_time=1000x" REST);
	r.iteration_ns = 10;
	expect_arguments(&r, "filter=^Sum/64$ repetitions=201 min_time=1000x" REST);
	r.iteration_ns = 1e6;
	expect_arguments(&r, "filter=^Sum/64$ repetitions=2 min_time=1000x" REST);
	r.any_count = false;
	expect_arguments(&r, "filter=^Sum/64$ repetitions=2 min_time=0.005" REST);
	r.batch = 5;
	r.iteration_ns = 0;
	expect_arguments(&r, "filter=^Sum/64$ repetitions=1 min_time=0.025" REST);
	r.iteration_ns = 1e6;
	r.any_count = true;
	expect_arguments(&r, "filter=^Sum/64$ repetitions=1 min_time=5000x" REST);
	r.benchmark = "Sum/64/threads:4";
	expect_arguments(&r, "filter=^Sum/64/threads:4$ repetitions=1 min_time=1250x" REST);
	r.any_count = false;
	r.batch = 0;
	r.iterations = 1;
	r.benchmark = "a.b<c[2]>|(d)^$*?+{3}\\";
	expect_arguments(&r,
		"filter=^a\\.b<c\\[2]>\\|\\(d\\)\\^\\$\\*\\?\\+\\{3}\\\\$ repetitions=100 "
		"min_time=0" REST);
}

static void expect_min_time(const struct launch_request *request, const char *wanted)
{
	char *text = memory_format("filter=^A$ repetitions=%s" REST, wanted);

	expect_arguments(request, text);
	free(text);
}

/* As long as the launch has room for, and the clocks need. */
static void test_sample_length(void **state)
{
	struct launch_request r = { .benchmark = "A", .samples = 200 };

	(void)state;
	r.launch_time_ns = r.usual_time_ns = 10000000;
	expect_min_time(&r, "6 min_time=0.0003125");
	/* No shorter than the set-up before each, while five fit. */
	r.set_up.ns = 1e6;
	expect_min_time(&r, "6 min_time=0.001");
	r.set_up.ns = 1e8;
	expect_min_time(&r, "6 min_time=0.00125");
	r.set_up.at_once = true;
	expect_min_time(&r, "6 min_time=0.0003125");
	/* Of long samples three, or as many as fit; of those that fill a launch two. */
	r.set_up.ns = 0;
	r.iterations = 1000;
	r.iteration_ns = 11000;
	expect_min_time(&r, "2 min_time=0.0003125");
	r.iteration_ns = 9000;
	expect_min_time(&r, "3 min_time=0.0003125");
	r.iteration_ns = 2400;
	expect_min_time(&r, "4 min_time=0.0003125");
	r.iteration_ns = 1600;
	expect_min_time(&r, "6 min_time=0.0003125");
	r.iterations = 0;
	r.launch_time_ns = r.usual_time_ns = 100000000;
	expect_min_time(&r, "6 min_time=0.003125");
	r.launch_time_ns = r.usual_time_ns = 100000;
	expect_min_time(&r, "6 min_time=0.0001");
	r.launch_time_ns = 1;
	r.samples = 1;
	r.usual_time_ns = 20000000;
	expect_min_time(&r, "1 min_time=0.000625");
	/* A costly one, and its probe. */
	r.batch = 1;
	expect_min_time(&r, "1 min_time=1.5e-05");
	r.iterations = 1;
	expect_min_time(&r, "1 min_time=0");
}

/* One call of 1 iteration where that is 200 us, of 10 behind one of 1, of 100 behind two; more
 * only where 100 are less than 15 us. What this launch takes does not change the number. */
static void test_costly_search(void **state)
{
	struct launch_request r = { .benchmark = "A",
		.samples = 1,
		.launch_time_ns = 10000000,
		.usual_time_ns = 10000000,
		.batch = 5 };

	(void)state;
	r.iterations = 1;
	r.iteration_ns = 312500;
	expect_min_time(&r, "1 min_time=0");
	r.iterations = 10;
	r.iteration_ns = 31250;
	expect_min_time(&r, "1 min_time=0.00025");
	r.iterations = 1562;
	r.iteration_ns = 200;
	expect_min_time(&r, "1 min_time=1.6e-05");
	r.iteration_ns = 190;
	expect_min_time(&r, "1 min_time=1.52e-05");
	r.iterations = 312500;
	r.iteration_ns = 1;
	expect_min_time(&r, "1 min_time=8e-05");
	r.any_count = true;
	r.iterations = 6250;
	expect_min_time(&r, "1 min_time=31250x");
}

static int read_runs(const char *runs)
{
	char *text = memory_format(
		"{\"context\": {\"load_avg\": [1]},\n\"benchmarks\": [%s]\n}\n", runs);
	struct job_result result = { .row = text, .row_size = strlen(text) };
	int rc = gbench->read(&reading, &result, "A/8", &row, &e);

	free(text);
	return rc;
}

#define RUN(type, time, unit, more)                                            \
	"{\"name\": \"A/8\", \"run_name\": \"A/8\", \"run_type\": \"" type     \
	"\", \"iterations\": 50, \"real_time\": " time ", \"cpu_time\": " time \
	", \"time_unit\": \"" unit "\"" more "}"
#define REPETITION(time, unit, more) RUN("iteration", time, unit, more)

static void test_samples(void **state)
{
	(void)state;
	/* Of five and more the first is the warm-up. */
	assert_int_equal(read_runs(REPETITION("9", "us", "") "," REPETITION("8", "us",
				 "") "," REPETITION("7", "us", "") "," REPETITION("2", "us",
				 ", \"items_per_second\": 4e6, \"c\": NaN, \"d\": "
				 "-Infinity, "
				 "\"INF\\\"NaN\": -nan") "," REPETITION("3.5", "us",
				 ", \"items_per_second\": 2.285714e6, \"n\": 7, \"e\": "
				 "NaN") "," RUN("aggregate", "7", "us", "")),
		0);
	assert_int_equal(row.launch.status, OUTCOME_OK);
	assert_int_equal(row.launch.iterations, 50);
	assert_int_equal(row.launch.sample_count, 4);
	assert_true(row.evidence.samples[0] == 8000 && row.evidence.samples[3] == 3500);
	assert_true(row.items == 8);
	assert_string_equal(row.evidence.counters, "{\"n\":7.0}");
	assert_true(isnan(row.bytes));
	assert_true(
		row.evidence.cpu_ns == 50 * 20500.0 && row.evidence.wall_ns == 50 * 20500.0);
	/* Counters may have the names of members, which stand before them. */
	assert_int_equal(read_runs(REPETITION("9", "ns",
				 ", \"real_time\": 5.0e+00, \"iterations\": 7.000e+00, "
				 "\"time_unit\": 3, \"error_occurred\": 1")),
		0);
	assert_true(row.evidence.samples[0] == 9 && row.launch.iterations == 50);
	/* Two of one name, in a version that numbers repetitions only. */
#define NUMBERED(number, time) REPETITION(time, "ns", ", \"repetition_index\": " number)
	assert_int_equal(read_runs(NUMBERED("0", "9") "," NUMBERED("1", "2") "," NUMBERED(
				 "0", "90") "," NUMBERED("1", "80")),
		0);
	assert_true(row.launch.sample_count == 2 && row.evidence.samples[1] == 2);
	/* More than were asked for. */
	reading.most_samples = 1;
	assert_int_equal(read_runs(REPETITION("9", "ns", "") "," REPETITION("2", "ns", "")), 0);
	assert_true(row.launch.sample_count == 1 && row.evidence.samples[0] == 2);
	reading.most_samples = 0;
	/* Each unit. */
	assert_int_equal(read_runs(REPETITION("0.25", "ns", "")), 0);
	assert_true(row.launch.sample_count == 1 && row.evidence.samples[0] == 0.25);
	assert_string_equal(row.evidence.counters, "");
	assert_int_equal(read_runs(REPETITION("2", "ms", "")), 0);
	assert_true(row.evidence.samples[0] == 2e6);
	assert_int_equal(read_runs(REPETITION("2", "s", "")), 0);
	assert_true(row.evidence.samples[0] == 2e9);
}

static void test_a_group(void **state)
{
	const char *const names[] = { "A/8", "B.x" };
	const struct launch_request r = { .benchmark = "A/8",
		.group = names,
		.group_count = 2,
		.launch_time_ns = 100000000,
		.any_count = true };

	(void)state;
	expect_arguments(&r, "filter=^(A/8|B\\.x)$ repetitions=6 min_time=0.005s" REST);
	reading.of_group = true;
	assert_int_equal(
		read_runs("{\"name\": \"B.x\"}," REPETITION("3", "ns", "") ","
									   "{\"name\": \"C\"}"),
		0);
	assert_true(row.launch.sample_count == 1 && row.evidence.samples[0] == 3);
	assert_int_equal(read_runs("{\"name\": \"B.x\"}"), -1);
	reading.of_group = false;
}

/* Of what a launch wrote before it died, each whole result counts. */
static void test_a_group_that_died(void **state)
{
	static const char text[] =
		"{\"context\": {\"caches\": [{\"a\": 1}]}, \"benchmarks\": [" REPETITION(
			"3", "ns", ", \"label\": \"}]\"") "," REPETITION("4", "ns",
			"") ",{\"name\": \"B\", \"x";
	struct job_result result = {
		.end = JOB_SIGNALLED, .row = text, .row_size = sizeof(text) - 1
	};

	(void)state;
	reading.of_group = true;
	assert_int_equal(gbench->read(&reading, &result, "A/8", &row, &e), 0);
	assert_true(row.launch.sample_count == 2 && row.evidence.samples[1] == 4);
	assert_int_equal(gbench->read(&reading, &result, "B", &row, &e), -1);
	result.row_size = 70;
	assert_int_equal(gbench->read(&reading, &result, "A/8", &row, &e), -1);
	result.end = JOB_EXITED;
	result.row_size = sizeof(text) - 1;
	assert_int_equal(gbench->read(&reading, &result, "A/8", &row, &e), -1);
	reading.of_group = false;
}

static void test_failures(void **state)
{
	(void)state;
	assert_int_equal(read_runs(REPETITION("0", "ns",
				 ", \"error_occurred\": true, \"error_message\": \"no "
				 "\\\"file\\\"\"")),
		0);
	assert_int_equal(row.launch.status, OUTCOME_VERIFY);
	assert_string_equal(row.evidence.detail, "no \"file\"");
	assert_int_equal(read_runs(REPETITION("0", "ns",
				 ", \"skipped\": true, \"skip_message\": \"no GPU\"")),
		0);
	assert_int_equal(row.launch.status, OUTCOME_SKIPPED);
	assert_string_equal(row.evidence.detail, "no GPU");
}

static void refuses(const char *runs, const char *why)
{
	e.text[0] = '\0';
	assert_int_equal(read_runs(runs), -1);
	if (!strstr(e.text, why))
		fail_msg("'%s' where '%s' was expected", e.text, why);
}

static void test_what_is_refused(void **state)
{
	const struct job_result nothing = { .row = "", .row_size = 0 };

	(void)state;
	refuses(REPETITION("1", "min", ""), "the time unit");
	refuses(REPETITION("\"1\"", "ns", ""), "no time");
	refuses(REPETITION("-1", "ns", ""), "no time");
	refuses(REPETITION("NaN", "ns", ""), "no time");
	refuses(REPETITION("1e300", "s", ""), "no time");
	refuses("{\"name\": \"A/80\"}", "of another benchmark: 'A/80'");
	refuses("{\"run_type\": \"aggregate\"}", "aggregates only");
	refuses("3", "of another benchmark: ''");
	refuses("", "no benchmark of this name ran");
	refuses("{", "the result:2: ");
	refuses("{\"name\": \"A/8\", \"iterations\": 20.000, \"real_time\": 1}",
		"sets a locale");
	assert_int_equal(gbench->read(&reading, &nothing, "A", &row, &e), -1);
	assert_non_null(strstr(e.text, "match nothing"));
}

static void test_list(void **state)
{
	struct suite suite = { .name = "s", .path = "p" };
	struct suite_answer answer = { .text = "A/8\nB<x, y>\r\nA/8\n", .errors = "" };

	(void)state;
	assert_int_equal(gbench->list(&suite, &answer, &e), 0);
	assert_int_equal(suite.counts, COUNTS_ANY);
	assert_int_equal(suite.benchmark_count, 2);
	assert_string_equal(suite.benchmarks[1].name, "B<x, y>");
	suite_forget(&suite);
	answer.errors = "The value of flag --benchmark_min_time is expected to be a double";
	assert_int_equal(gbench->list(&suite, &answer, &e), -1);
	answer.dialect = 1;
	assert_int_equal(gbench->list(&suite, &answer, &e), 0);
	assert_int_equal(suite.counts, COUNTS_ONE);
	suite_forget(&suite);
	free(suite.benchmarks);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_arguments),
		cmocka_unit_test(test_sample_length),
		cmocka_unit_test(test_costly_search),
		cmocka_unit_test(test_samples),
		cmocka_unit_test(test_a_group),
		cmocka_unit_test(test_a_group_that_died),
		cmocka_unit_test(test_failures),
		cmocka_unit_test(test_what_is_refused),
		cmocka_unit_test(test_list),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
