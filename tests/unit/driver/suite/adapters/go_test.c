/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "driver/suite/adapter.h"
#include "driver/suite/suite.h"
#include "tests/unit/support/adapter_case.h"

static const struct adapter *go;
static struct launch_reading reading;
static struct log_row row;
static struct err e;

static int setup(void **state)
{
	(void)state;
	go = adapter_find("go", NULL);
	return !go;
}

static int teardown(void **state)
{
	(void)state;
	launch_reading_release(&reading);
	return 0;
}

static void expect_arguments(const struct launch_request *request, const char *wanted)
{
	adapter_case_arguments(go, request, '.', wanted);
}

#define COMMON "run=^$ v=true cpu=1 "

/* The first of several samples is the warm-up. */
static void test_arguments(void **state)
{
	struct launch_request r = {
		.benchmark = "Sum", .samples = 200, .launch_time_ns = 100000000
	};

	(void)state;
	expect_arguments(&r, COMMON "bench=^BenchmarkSum$ benchtime=5000000ns count=1");
	r.iterations = 1000;
	expect_arguments(&r, COMMON "bench=^BenchmarkSum$ benchtime=1000x count=6");
	r.iterations = 0;
	r.usual_time_ns = 10000000;
	expect_arguments(&r, COMMON "bench=^BenchmarkSum$ benchtime=1250000ns count=1");
	r.iterations = 1000;
	r.iteration_ns = 10;
	expect_arguments(&r, COMMON "bench=^BenchmarkSum$ benchtime=1000x count=201");
	r.benchmark = "Split/a.b[x]_(y)|z/{$}\\^?*+";
	expect_arguments(&r, COMMON
		"bench=^BenchmarkSplit$/^a\\.b\\[x\\]_\\(y\\)\\|z$/^\\{\\$\\}\\\\\\^\\?\\*\\+$ "
		"benchtime=1000x count=201");
}

static int read_text(const char *text, const char *benchmark)
{
	const struct job_result result = { .row = text, .row_size = strlen(text) };

	return go->read(&reading, &result, benchmark, &row, &e);
}

#define HEAD "goos: linux\npkg: words\n"

static void test_samples(void **state)
{
	(void)state;
	assert_int_equal(read_text(HEAD "BenchmarkA/b\nBenchmarkA/b \t 100\t 900.5 ns/op\n"
					"seed: 7\nBenchmarkA/b \t 100\t 12.25 ns/op\t 5 MB/s\n"
					"BenchmarkA/b \t 100\t 12.75 ns/op\nPASS\n",
				 "A/b"),
		0);
	assert_int_equal(row.launch.status, OUTCOME_OK);
	assert_int_equal(row.launch.iterations, 100);
	assert_int_equal(row.launch.sample_count, 2);
	assert_true(row.evidence.samples[0] == 12.25 && row.evidence.samples[1] == 12.75);
	assert_true(row.launch.clock_step_ns == 0.1);
	/* Behind JSON of a format that is known. */
	assert_int_equal(read_text("{\"results\": [], \"command\": 1}\n" HEAD
				   "BenchmarkA \t 7\t 3.5 ns/op\nPASS\n",
				 "A"),
		0);
	assert_int_equal(row.launch.sample_count, 1);
}

static void test_failures(void **state)
{
	(void)state;
	assert_int_equal(read_text(HEAD "BenchmarkA\n    a_test.go:3: no input\n"
					"--- FAIL: BenchmarkA\nFAIL\n",
				 "A"),
		0);
	assert_int_equal(row.launch.status, OUTCOME_VERIFY);
	assert_string_equal(row.evidence.detail, "a_test.go:3: no input");
	assert_int_equal(
		read_text(HEAD "--- FAIL: BenchmarkA\n    a_test.go:3: bad\n    more\nFAIL\n",
			"A"),
		0);
	assert_string_equal(row.evidence.detail, "a_test.go:3: bad");
	assert_int_equal(read_text(HEAD "    no reason of it\nother\n--- SKIP: BenchmarkA\n"
					"PASS\n",
				 "A"),
		0);
	assert_int_equal(row.launch.status, OUTCOME_SKIPPED);
	assert_string_equal(row.evidence.detail, "");
}

static void test_what_is_refused(void **state)
{
	(void)state;
	assert_int_equal(read_text("", "A"), -1);
	assert_int_equal(read_text("panic: no\n", "A"), -1);
	assert_int_equal(read_text(HEAD "PASS\n", "A"), -1);
	assert_non_null(strstr(e.text, "no benchmark of this name ran"));
	assert_int_equal(read_text(HEAD "BenchmarkB \t 7\t 3.5 ns/op\nPASS\n", "A"), -1);
	assert_int_equal(read_text(HEAD "BenchmarkA \t 7\t 3.5 MB/s\nPASS\n", "A"), -1);
}

/* Sub-benchmarks, and what is skipped or fails; a parent is none. */
static void test_list(void **state)
{
	struct suite suite = { .name = (char *)"s" };
	struct suite_answer answer = {
		.text = HEAD
		"BenchmarkA\nBenchmarkA \t 1\t 5 ns/op\nBenchmarkA/b\nBenchmarkA/b \t 1\t 5 "
		"ns/op\n"
		"BenchmarkB\nBenchmarkB/x=1/y\n"
		"BenchmarkB/x=1/y \t 1\t 5 ns/op\n    b_test.go:1: no\n"
		"--- FAIL: BenchmarkB/x=2\n--- FAIL: BenchmarkB\n--- SKIP: BenchmarkC\nFAIL\n"
	};
	static const char *const names[] = { "A", "A/b", "B/x=1/y", "B/x=2", "C" };

	(void)state;
	answer.size = strlen(answer.text);
	assert_int_equal(go->list(&suite, &answer, &e), 0);
	assert_int_equal(suite.counts, COUNTS_ANY);
	assert_int_equal(suite.benchmark_count, 5);
	for (size_t i = 0; i < 5; i++)
		assert_string_equal(suite.benchmarks[i].name, names[i]);
	suite_forget(&suite);
	answer.text = HEAD "PASS\n";
	answer.size = strlen(answer.text);
	assert_int_equal(go->list(&suite, &answer, &e), -1);
	assert_non_null(strstr(e.text, "none of its test files contains a benchmark"));
	free(suite.benchmarks);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_arguments),
		cmocka_unit_test(test_samples),
		cmocka_unit_test(test_failures),
		cmocka_unit_test(test_what_is_refused),
		cmocka_unit_test(test_list),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
