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

static struct launch_reading reading;
static struct log_row row;
static struct err e;

static int teardown(void **state)
{
	(void)state;
	launch_reading_release(&reading);
	return 0;
}

static void expect_list(unsigned dialect, const char *text, const char *tag)
{
	struct suite suite = { .name = (char *)"s" };
	struct suite_answer answer = { .dialect = dialect, .text = text, .size = strlen(text) };
	const struct adapter *swift = adapter_find("swift", NULL);

	assert_int_equal(swift->list(&suite, &answer, &e), tag ? 0 : -1);
	assert_int_equal(suite.benchmark_count, tag ? 2 : 0);
	if (tag) {
		assert_string_equal(suite.benchmarks[0].name, "Foo");
		assert_string_equal(suite.benchmarks[1].name, "Bar.b");
		assert_int_equal(suite.benchmarks[0].tags.count, 2);
		assert_string_equal(suite.benchmarks[0].tags.items[1], tag);
		assert_int_equal(suite.benchmarks[1].tags.count, 0);
	}
	suite_forget(&suite);
	free(suite.benchmarks);
}

static void test_list(void **state)
{
	(void)state;
	expect_list(0,
		"{\"number\":1, \"name\":\"Foo\", \"tags\":[\"a\",\"b\"]}\n"
		"{\"number\":2, \"name\":\"Bar.b\", \"tags\":[]}\n",
		"b");
	expect_list(1, "#,Test,[Tags]\n1,Foo,[a, b]\n2,Bar.b,[]\n", "b");
	expect_list(1, "# Test [Tags]\r\n1 Foo [a, b]\r\n 2 Bar.b []\r\n", "b");
	expect_list(0, "# Test [Tags]\n1 Foo [a]\n", NULL);
	expect_list(0, "", NULL);
	expect_list(1, "[1, 2]\n12\n", NULL);
}

static int read_text(const char *text)
{
	const struct job_result result = { .row = text, .row_size = strlen(text) };

	return adapter_find("swift", NULL)->read(&reading, &result, "Foo", &row, &e);
}

#define JSON "{ \"number\":1, \"name\":\"Foo\", "

static void test_read(void **state)
{
	(void)state;
	assert_int_equal(
		read_text(JSON "\"samples\":[1,2.5,3], \"iters\":7, \"max_rss\":4096 }\n"), 0);
	assert_int_equal(row.launch.status, OUTCOME_OK);
	assert_int_equal(row.launch.iterations, 7);
	assert_int_equal(row.evidence.memory.peak_kib, 4);
	assert_int_equal(row.evidence.memory.base_kib, 0);
	assert_int_equal(row.launch.sample_count, 3);
	assert_true(row.evidence.samples[0] == 1000);
	assert_true(row.evidence.samples[1] == 3000);
	assert_true(row.evidence.samples[2] == 2500);
	assert_int_equal(read_text("Skipping unsupported benchmark Foo!\n"), 0);
	assert_int_equal(row.launch.status, OUTCOME_SKIPPED);
	assert_int_equal(read_text(""), -1);
	assert_int_equal(read_text("Fatal error\n"), -1);
	assert_int_equal(read_text(JSON "\"samples\":[1,2]}\n"), -1);
	assert_non_null(strstr(e.text, "no iterations"));
	assert_int_equal(
		read_text("{ \"number\":1, \"name\":\"Fo\", \"samples\":[1], \"iters\":1}\n"),
		-1);
	assert_non_null(strstr(e.text, "no result"));
	assert_int_equal(read_text("#,TEST,SAMPLES,MIN(μs),MAX(μs),MEAN(μs),SD(μs),MEDIAN(μs)\n"
				   "1,Foo,9,1,9,5,1,5\n"),
		-1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_list),
		cmocka_unit_test(test_read),
	};

	return cmocka_run_group_tests(tests, NULL, teardown);
}
