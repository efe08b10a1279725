/* SPDX-License-Identifier: GPL-3.0-or-later */
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

static const struct adapter *catch2;
static struct launch_reading reading;
static struct log_row row;
static struct err e;

static int setup(void **state)
{
	(void)state;
	catch2 = adapter_find("catch2", NULL);
	return !catch2;
}

static int teardown(void **state)
{
	(void)state;
	launch_reading_release(&reading);
	return 0;
}

static void expect_arguments(
	const struct launch_request *request, const char *cases, const char *samples)
{
	char *wanted = memory_format("%s --reporter=xml --out=/proc/self/fd/3 %s "
				     "--benchmark-warmup-time=10 --benchmark-no-analysis",
		cases, samples);

	adapter_case_arguments(catch2, request, 0, wanted);
	free(wanted);
}

static void test_arguments(void **state)
{
	struct launch_request r = { .benchmark = "A/b", .launch_time_ns = 10000000 };

	(void)state;
	expect_arguments(&r, "A", "--benchmark-samples=200");
	r.iteration_ns = 1e6;
	expect_arguments(&r, "A", "--benchmark-samples=10");
	r.iteration_ns = 1e9;
	expect_arguments(&r, "A", "--benchmark-samples=1");
	r.launch_time_ns = INT64_C(3600000000000);
	r.iteration_ns = 10;
	expect_arguments(&r, "A", "--benchmark-samples=10000");
	r.benchmark = "-[x], \"y\"\\*~/s/b";
	expect_arguments(&r,
		"\\-\\[x\\]\\, \\\"y\\\"\\\\\\*\\~,\\-\\[x\\]\\, \\\"y\\\"\\\\\\*\\~/s",
		"--benchmark-samples=10000");
}

static int read_text(const char *text)
{
	const struct job_result result = { .row = text, .row_size = strlen(text) };

	return catch2->read(&reading, &result, "A/s/b", &row, &e);
}

static int read_case(const char *inner)
{
	char text[2000];

	snprintf(text, sizeof(text),
		"<?xml version=\"1.0\"?><Catch><Group><TestCase name=\"A\"><Section "
		"name=\"s\">%s</TestCase></Group></Catch>",
		inner);
	return read_text(text);
}

#define MEAN    "<BenchmarkResults name=\"b\" iterations=\"7\"><mean value=\"1.5e+03\"/>"
#define GOOD    MEAN "</BenchmarkResults></Section>"
#define OVERALL "<OverallResult success="

static void test_read(void **state)
{
	(void)state;
	assert_int_equal(read_case(GOOD OVERALL "\"true\"/>"), 0);
	assert_int_equal(row.launch.status, OUTCOME_OK);
	assert_int_equal(row.launch.sample_count, 1);
	assert_true(row.evidence.samples[0] == 1500);
	assert_int_equal(row.launch.iterations, 7);
	/* A check that may fail does not make the test case fail. */
	assert_int_equal(read_case(GOOD "<Expression success=\"false\"><Original> x &lt; "
					"1\n</Original></Expression>" OVERALL "\"true\"/>"),
		0);
	assert_int_equal(row.launch.status, OUTCOME_OK);
	assert_int_equal(
		read_case(GOOD
			"<Expression success=\"false\"><Original>\n x &lt; 1\n</Original>"
			"<Expanded>2 &lt; 1</Expanded></Expression>" OVERALL "\"false\"/>"),
		0);
	assert_int_equal(row.launch.status, OUTCOME_VERIFY);
	assert_string_equal(row.evidence.detail, "x < 1");
	assert_int_equal(read_case(GOOD OVERALL "\"false\"/>"), 0);
	assert_string_equal(row.evidence.detail, "the test case failed");
	assert_int_equal(read_case("<BenchmarkResults name=\"b\"><failed message=\"no\"/>"
				   "</BenchmarkResults></Section>"),
		0);
	assert_int_equal(row.launch.status, OUTCOME_VERIFY);
	assert_string_equal(row.evidence.detail, "no");
}

static void expect_refused(int rc, const char *part)
{
	assert_int_equal(rc, -1);
	assert_non_null(strstr(e.text, part));
}

static void test_refused(void **state)
{
	(void)state;
	expect_refused(read_text(""), "no XML");
	expect_refused(read_text("Filters: A"), "no XML");
	expect_refused(read_text("<Catch><TestCase name=\"A\">"), "no XML");
	expect_refused(read_text("<Catch/>"), "no benchmark of this name");
	expect_refused(
		read_case("<BenchmarkResults name=\"c\"/></Section>"), "no benchmark of this");
	expect_refused(read_case("<BenchmarkResults name=\"b\"/></Section>"), "no time");
	expect_refused(read_case("<BenchmarkResults name=\"b\" iterations=\"1\"><mean "
				 "value=\"-1\"/></BenchmarkResults></Section>"),
		"no time");
	expect_refused(read_case("<BenchmarkResults name=\"b\" iterations=\"1\"><mean "
				 "value=\"0\"/></BenchmarkResults></Section>"),
		"no time");
	/* Numbers of a locale. */
	expect_refused(read_case("<BenchmarkResults name=\"b\" iterations=\"1\"><mean "
				 "value=\"12,5\"/></BenchmarkResults></Section>"),
		"have separators");
	expect_refused(read_case("<BenchmarkResults name=\"b\" resamples=\"100.000\" "
				 "iterations=\"1\"><mean value=\"12.345\"/>"
				 "</BenchmarkResults></Section>"),
		"have separators");
	/* Of another place. */
	expect_refused(read_text("<Catch><TestCase name=\"A\">" MEAN
				 "</BenchmarkResults></TestCase></Catch>"),
		"no benchmark of this name");
}

static void test_list(void **state)
{
	struct suite suite = { .name = (char *)"s" };
	struct suite_answer answer = { .text = "<Catch><TestCase name=\"A\"/></Catch>" };

	(void)state;
	answer.size = strlen(answer.text);
	expect_refused(catch2->list(&suite, &answer, &e), "no test case of it has a BENCHMARK");
	answer.text =
		"<Catch><TestCase name=\"A\">" MEAN "</BenchmarkResults></TestCase>"
		"<TestCase name=\"B &amp; C\">" MEAN "</BenchmarkResults></TestCase></Catch>";
	answer.size = strlen(answer.text);
	assert_int_equal(catch2->list(&suite, &answer, &e), 0);
	assert_int_equal(suite.benchmark_count, 2);
	assert_string_equal(suite.benchmarks[0].name, "A/b");
	assert_string_equal(suite.benchmarks[1].name, "B & C/b");
	suite_forget(&suite);
	/* A loop lists it again and again. */
	answer.text = "<Catch><TestCase name=\"A\">" MEAN "</BenchmarkResults>" MEAN
		      "</BenchmarkResults></TestCase></Catch>";
	answer.size = strlen(answer.text);
	assert_int_equal(catch2->list(&suite, &answer, &e), 0);
	assert_int_equal(suite.benchmark_count, 1);
	suite_forget(&suite);
	answer.text = "<!DOCTYPE a [<!ENTITY b \"bbbbbb\">]><Catch/>";
	answer.size = strlen(answer.text);
	expect_refused(catch2->list(&suite, &answer, &e), "it has a DOCTYPE");
	free(suite.benchmarks);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_arguments),
		cmocka_unit_test(test_read),
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_list),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
