/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/formats/read.h"
#include "compare/show/show.h"

#include <jansson.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define HEADER "# bdriver-log: 1\nsuite,benchmark,build,round,status,iterations,samples\n"

static struct digests digests;

static void make(struct show *show, struct log *log, const char *text)
{
	struct err e;

	memset(log, 0, sizeof(*log));
	memset(show, 0, sizeof(*show));
	digests_watch(&digests, log, true);
	if (log_read_buffer(log, "in.log", text, strlen(text), LOG_KEEP_SUMMARIES, &e) < 0)
		fail_msg("%s", e.text);
	show_make(show, log, &digests, NULL, NULL);
}

static void release(struct show *show, struct log *log)
{
	show_release(show);
	digests_release(&digests);
	log_release(log);
}

static const char two[] = HEADER "s,A,,1,ok,10,4 1 2 3 100\ns,A,,2,ok,10,2 3 4 5 6\n"
				 "s,A,,3,timeout,,\n\"s|\",\"B\\x1b[31m\",b,1,ok,1,1500\n"
				 "s,C,,1,exit,,\n# end: 5\n";

static void test_summary_over_launches(void **state)
{
	struct show show;
	struct log log;
	const struct show_line *a;

	(void)state;
	make(&show, &log, two);
	assert_int_equal(show.count, 3);
	a = &show.lines[0];
	assert_int_equal(a->launches, 2);
	assert_int_equal(a->failed, 1);
	assert_int_equal(a->samples, 10);
	assert_int_equal(a->outliers, 1);
	assert_int_equal(a->iterations, 10);
	assert_true(a->min_ns == 1 && a->max_ns == 100);
	assert_true(a->median_ns == 3.5); /* of 3 and 4 */
	assert_true(a->q1_ns == 2.5 && a->q3_ns == 4.5);
	assert_true(a->mean_ns == (2.5 + 4) / 2); /* without the 100 */
	assert_true(fabs(a->between_sd_ns - sqrt(0.5)) < 1e-12);
	assert_true(a->quantiles[0] == 1.5 && a->quantiles[20] == 53);
	assert_int_equal(a->regression.rows, 0);
	assert_int_equal(show.lines[1].launches, 0);
	assert_true(isnan(show.lines[1].min_ns));
	assert_true(isnan(show.lines[2].between_sd_ns));
	release(&show, &log);
}

static void test_one_sample_has_no_sd(void **state)
{
	struct show show;
	struct log log;

	(void)state;
	make(&show, &log, HEADER "s,A,,1,ok,10,4\n# end: 1\n");
	assert_true(isnan(show.lines[0].sd_ns));
	assert_true(show.lines[0].mean_ns == 4);
	release(&show, &log);
}

/* Time of a sample = 50 + 7 n. */
static void test_regression(void **state)
{
	struct show show;
	struct log log;

	(void)state;
	make(&show, &log,
		HEADER "s,A,,1,ok,1,57\ns,A,,2,ok,2,32\ns,A,,3,ok,10,12 12\ns,A,,4,ok,50,8\n"
		       "s,B,,1,ok,1,57\ns,B,,2,ok,1,58\n# end: 6\n");
	assert_int_equal(show.lines[0].regression.rows, 5);
	assert_true(fabs(show.lines[0].regression.costs[PREDICTOR_ITERATIONS].ns - 7) < 1e-9);
	assert_true(fabs(show.lines[0].regression.constant.ns - 50) < 1e-7);
	assert_true(fabs(show.lines[0].regression.r2 - 1) < 1e-12);
	assert_true(
		fabs(show.lines[0].regression.costs[PREDICTOR_ITERATIONS].low_ns - 7) < 1e-9);
	assert_int_equal(show.lines[1].regression.rows, 0);
	release(&show, &log);
}

/* Whatever the order of the run; the builds of a benchmark in that of the log. */
static void test_order(void **state)
{
	static const char *const names[] = { "Sort/64", "Sort/64", "Sort/4096", "Abc" };
	static const char *const builds[] = { "new", "", "", "" };
	struct show show;
	struct log log;

	(void)state;
	make(&show, &log,
		HEADER "t,Abc,,1,ok,1,5\ns,Sort/4096,,1,ok,1,5\ns,Sort/64,new,1,ok,1,5\n"
		       "s,Sort/64,,1,ok,1,5\n# end: 4\n");
	assert_int_equal(show.count, 4);
	for (size_t i = 0; i < 4; i++) {
		assert_string_equal(show.lines[i].benchmark->name, names[i]);
		assert_string_equal(show.lines[i].benchmark->build, builds[i]);
	}
	release(&show, &log);
}

static char *print(const struct show *show, bool fit, const char *format)
{
	struct layout_size size = { 80, false };
	char *text = NULL;
	size_t n;
	FILE *out = open_memstream(&text, &n);

	show_print(show, fit, cells_format(format), out, &size);
	fclose(out);
	assert_null(strchr(text, '\x1B'));
	assert_null(strstr(text, "nan"));
	return text;
}

static void test_formats(void **state)
{
	static const char *const formats[] = { "text", "csv", "markdown", "json" };
	struct show show;
	struct log log;
	json_t *root;
	char *text;

	(void)state;
	make(&show, &log, two);
	for (size_t f = 0; f < 4; f++) {
		for (int fit = 0; fit < 2; fit++) {
			text = print(&show, fit, formats[f]);
			assert_true(strlen(text) > 20);
			if (!fit || f == 3)
				assert_non_null(strstr(text, "A"));
			free(text);
		}
	}
	text = print(&show, false, "csv");
	assert_non_null(strstr(text, "\"s\",\"A\",\"\",2,10,10,1,2.5,3.5,4.5,100,3.25,"));
	free(text);
	text = print(&show, false, "text");
	assert_non_null(strstr(text, "1.50 us"));
	assert_non_null(strstr(text, "1 failed"));
	free(text);
	text = print(&show, false, "json");
	root = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
	assert_non_null(root);
	assert_int_equal(json_array_size(json_object_get(root, "benchmarks")), 3);
	json_decref(root);
	free(text);
	release(&show, &log);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_summary_over_launches),
		cmocka_unit_test(test_one_sample_has_no_sd),
		cmocka_unit_test(test_regression),
		cmocka_unit_test(test_order),
		cmocka_unit_test(test_formats),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
