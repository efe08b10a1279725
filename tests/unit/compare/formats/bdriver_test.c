/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/formats/read.h"
#include "compare/log/log.h"
#include "compare/log/metric.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#define FIRST  "# bdriver-log: 1\n"
#define HEADER "suite,benchmark,round,status,iterations,samples\n"
#define ROW    "s,A,1,ok,10,5 6 7\n"

static int read_bytes(struct log *log, const char *text, size_t size, struct err *e)
{
	memset(log, 0, sizeof(*log));
	return log_read_buffer(log, "a.log", text, size, LOG_KEEP_SAMPLES, e);
}

static void read_text(struct log *log, const char *text)
{
	struct err e;

	if (read_bytes(log, text, strlen(text), &e) < 0)
		fail_msg("%s", e.text);
}

static void expect_warning(const struct log *log, const char *part)
{
	for (size_t i = 0; i < log->warning_count; i++)
		if (strstr(log->warnings[i].text, part))
			return;
	fail_msg("no warning says '%s'", part);
}

static void expect_error(const char *text, const char *part)
{
	struct log log;
	struct err e = { "" };

	assert_int_equal(read_bytes(&log, text, strlen(text), &e), -1);
	if (!strstr(e.text, part))
		fail_msg("'%s' where '%s' was expected", e.text, part);
	log_release(&log);
}

/* Columns in any order, unknown ones, CRLF, a BOM, blank lines, comments anywhere. */
static void test_free_form(void **state)
{
	struct log log;
	const struct log_benchmark *b;

	(void)state;
	read_text(&log,
		"\xEF\xBB\xBF" FIRST "# host: x\r\n#\r\n# no colon\r\n"
		"samples,new column,status,\"round\",benchmark,iterations,suite,peak_kib\r\n"
		"# host: y\r\n\r\n"
		"\"5 6.5  7\",what,ok,1.0,A,10,s,4\r\n# between: rows\r\n"
		"1e3,\"a \"\"quoted\"\" one\",ok,2,A,10, s ,\r\n# end: 2\r\n");
	assert_int_equal(log.warning_count, 0);
	assert_true(log.complete);
	assert_false(log.summaries_only);
	assert_string_equal(log_meta(&log, "host"), "y");
	assert_null(log_meta(&log, "end"));
	b = log_find(&log, "s", "A", "");
	assert_non_null(b);
	assert_int_equal(b->launch_count, 2);
	assert_true(b->launches[0].time.median == 6.5 && b->launches[0].time.min == 5);
	assert_float_equal(launch_counted(&b->launches[0], METRIC_MEMORY), 4, 0);
	assert_true(isnan(launch_counted(&b->launches[1], METRIC_MEMORY)));
	assert_int_equal(b->launches[1].line, 10);
	assert_true(b->launches[1].time.max == 1000 && isnan(b->launches[1].time.sd));
	log_release(&log);
}

static void test_damage_costs_the_row(void **state)
{
	static const struct {
		const char *row, *why;
	} cases[] = {
		{ "s,A,1,ok,10\n", "5 cells where the header has 6" },
		{ "s,A,1,ok,10,5,6\n", "7 cells where the header has 6" },
		{ "s,A,1,ok,ten,5\n", "'iterations' is not a whole number" },
		{ "s,A,1,ok,1.5,5\n", "'iterations' is not a whole number" },
		{ "s,A,1,ok,0,5\n", "iterations is 0" },
		{ "s,A,0,ok,1,5\n", "'round' is out of range" },
		{ "s,A,4294967296,ok,1,5\n", "'round' is out of range" },
		{ "s,A,1,fine,1,5\n", "'status' is no known status" },
		{ "s,A,1,,1,5\n", "'status' is empty" },
		{ "s,A,,ok,1,5\n", "'round' is empty" },
		{ ",A,1,ok,1,5\n", "'suite' is empty" },
		{ "s,,1,ok,1,5\n", "'benchmark' is empty" },
		{ "s,A,1,ok,1,\n", "'samples' is empty" },
		{ "s,A,1,ok,1,5 x\n", "not a number" },
		{ "s,A,1,ok,1,5 nan\n", "not a number" },
		{ "s,A,1,ok,1,inf\n", "not a number" },
		{ "s,A,1,ok,1,1e400\n", "not a number" },
		{ "s,A,1,ok,1,0x10\n", "not a number" },
		{ "s,A,1,ok,1,5 -6\n", "negative" },
		{ "s,A,1,ok,1,1e300\n", "above 1e18 ns" },
		{ "s,A,1,ok,1,5;6\n", "not a number" },
		{ "s,\"A,1,ok,1,5\n", "a quote" },
		{ "s,A\"B,1,ok,1,5\n", "a quote" },
		{ "s,A\xFF,1,ok,1,5\n", "'benchmark' is not UTF-8" },
		{ "s,A\rB,1,ok,1,5\n", "carriage return" },
	};
	char text[512];
	struct log log;

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		snprintf(text, sizeof(text), FIRST HEADER ROW "%ss,A,2,ok,10,5\n# end: 3\n",
			cases[i].row);
		read_text(&log, text);
		if (log.warning_count != 1 || !strstr(log.warnings[0].text, cases[i].why) ||
			!strstr(log.warnings[0].text, "a.log:4: row left out: "))
			fail_msg("row %zu: %zu warnings, '%s'", i, log.warning_count,
				log.warning_count ? log.warnings[0].text : "");
		assert_int_equal(log.row_count, 2);
		assert_true(log.complete);
		log_release(&log);
	}
}

static void test_nul_bytes(void **state)
{
	static const char text[] = FIRST HEADER "s,A\0B,1,ok,1,5\n" ROW "# end: 2\n";
	struct log log;
	struct err e;

	(void)state;
	assert_int_equal(read_bytes(&log, text, sizeof(text) - 1, &e), 0);
	expect_warning(&log, "a.log:3: row left out: it has a NUL byte");
	assert_int_equal(log.row_count, 1);
	log_release(&log);
}

/* Two logs that were joined: their rounds have the same numbers. Later attempts are no repeats.
 */
static void test_repeated_rows_are_told(void **state)
{
	struct log log = { 0 };

	(void)state;
	read_text(&log, FIRST "suite,benchmark,round,attempt,status,iterations,samples\n"
			      "s,A,1,1,ok,1,5\ns,A,1,2,ok,1,6\ns,A,2,1,ok,1,5\ns,B,1,1,ok,1,5\n"
			      "s,A,1,1,ok,2,9\n# end: 5\n");
	assert_int_equal(log.warning_count, 0);
	log_release(&log);
	read_text(&log,
		FIRST "suite,benchmark,round,status,iterations,samples\n"
		      "s,A,1,ok,1,5\ns,A,2,ok,1,6\ns,A,1,ok,1,7\ns,A,2,ok,1,8\n# end: 4\n");
	assert_int_equal(log.warning_count, 1);
	expect_warning(&log, ":5: 2 rows (this is one) have the round and attempt of another");
	assert_false(log_find(&log, "s", "A", "")->launches[0].counts);
	assert_true(log_find(&log, "s", "A", "")->launches[2].counts);
	log_release(&log);
}

static void test_incomplete(void **state)
{
	struct log log;

	(void)state;
	read_text(&log, FIRST HEADER ROW);
	assert_false(log.complete);
	expect_warning(&log, "or the file is cut short); its 1 row is used");
	log_release(&log);
	read_text(&log, FIRST HEADER ROW "# end: 2\n");
	assert_false(log.complete);
	expect_warning(&log, "it has 1 row, its '# end' says 2");
	log_release(&log);
	read_text(&log, FIRST HEADER ROW "# end: many\n");
	assert_false(log.complete);
	log_release(&log);
	read_text(&log, FIRST HEADER ROW "# end: 1\n" ROW);
	assert_false(log.complete);
	log_release(&log);
	/* Those of two runs would count as launches of one. */
	read_text(&log,
		FIRST HEADER ROW "# end: 1\n" FIRST HEADER "s,A,2,ok,10,9 9 9\n# end: 1\n");
	assert_int_equal(log.row_count, 1);
	expect_warning(&log, "a.log:5: another log begins here");
	log_release(&log);
	read_text(&log, FIRST HEADER "# end: 0\n");
	assert_true(log.complete);
	expect_warning(&log, "no rows");
	log_release(&log);
}

/* "5 6 7" cut to "5 6" is a number that was never measured. */
static void test_torn_last_row(void **state)
{
	struct log log;

	(void)state;
	read_text(&log, FIRST HEADER ROW "s,A,2,ok,10,5 6 7");
	expect_warning(&log, "a.log:4: row left out: the last line is cut short");
	assert_int_equal(log.row_count, 1);
	log_release(&log);
	read_text(&log, FIRST HEADER ROW "s,A,2,ok,10,\"5 6 7\"");
	assert_int_equal(log.row_count, 2);
	log_release(&log);
	read_text(&log, FIRST HEADER ROW "s,A,2,ok,10,\"");
	assert_int_equal(log.row_count, 1);
	log_release(&log);
}

static void test_size_is_bounded(void **state)
{
	const struct log_limits before = log_limits;
	struct log log;

	(void)state;
	log_limits =
		(struct log_limits){ .launches = 2, .benchmarks = 2, .meta = 2, .nodes = 1 };
	expect_error(FIRST HEADER ROW ROW ROW,
		"a.log: is too large to be read at once: a log has at most 2 launches");
	expect_error(FIRST "# a: 1\n# a: 1\n# b:\n", "too large");
	expect_error(FIRST "node," HEADER "n," ROW "m," ROW, "too large");
	expect_error("goos: linux\nBenchmarkA 1 1 ns/op\nBenchmarkB 1 1 ns/op\n"
		     "BenchmarkC 1 1 ns/op\n",
		"too large");
	read_text(&log, FIRST "# a: 1\n# a: 1\n" HEADER ROW ROW "# end: 2\n");
	assert_int_equal(log.row_count, 2);
	log_release(&log);
	log_limits = before;
}

static void test_no_log(void **state)
{
	struct log log = { 0 };
	struct err e;

	(void)state;
	expect_error("", "the file is empty");
	expect_error("\xEF\xBB\xBF", "the file is empty");
	expect_error("# bdriver-log: 2\n" HEADER ROW, "a.log:1: the log has format 2");
	expect_error("# bdriver-log: q\n" HEADER ROW, "reads format 1; the line is damaged");
	expect_error("# bdriver-log: 0\n" HEADER ROW, "reads format 1; the line is damaged");
	expect_error("# bdriver-log: 1\n# host: x\n", "no header row");
	expect_error(FIRST "suite,benchmark,round,status,iterations\n",
		"a.log:2: the header has no column 'samples'");
	expect_error(FIRST "suite,suite,round,status,iterations\n", "twice");
	expect_error(
		"\177ELF\2\1\1", "is a program, which is not read: the log that `bdriver run");
	expect_error("name,time\nA,5\n", "is no log that bdriver can read");
	assert_int_equal(read_bytes(&log, "\0\0\0\0\0\n", 6, &e), -1);
	assert_non_null(strstr(e.text, "is damaged: it begins with zeros"));
	log_release(&log);
	assert_int_equal(log_read(&log, "/tmp", LOG_KEEP_SUMMARIES, &e), -1);
	assert_non_null(strstr(e.text, "is a directory"));
	log_release(&log);
	assert_int_equal(log_read(&log, "/dev/null", LOG_KEEP_SUMMARIES, &e), -1);
	assert_non_null(strstr(e.text, "is a device"));
	log_release(&log);
	assert_int_equal(log_read(&log, "/nowhere/a.log", LOG_KEEP_SUMMARIES, &e), -1);
	assert_non_null(strstr(e.text, "/nowhere/a.log: cannot be opened"));
	log_release(&log);
}

/* Other programs drop the comments. */
static void test_without_comments(void **state)
{
	struct log log;

	(void)state;
	read_text(&log, HEADER ROW);
	assert_int_equal(log.row_count, 1);
	assert_false(log.complete);
	log_release(&log);
}

static void test_warnings_are_bounded(void **state)
{
	size_t rows = LOG_WARNINGS_MAX + 100, at = 0;
	char *text = malloc(rows * 8 + 256);
	struct log log;

	(void)state;
	at += (size_t)sprintf(text, FIRST HEADER);
	for (size_t i = 0; i < rows; i++)
		at += (size_t)sprintf(text + at, "bad\n");
	sprintf(text + at, "# end: %zu\n", rows);
	read_text(&log, text);
	assert_int_equal(log.warning_count, LOG_WARNINGS_MAX);
	assert_int_equal(log.warnings_dropped, 101); /* and "the log has no rows" */
	log_release(&log);
	free(text);
}

/* A line beyond the limit costs itself only, whatever follows it. */
static void test_huge_line(void **state)
{
	size_t huge = 20u << 20;
	char *text = malloc(huge + 512);
	size_t at;
	struct log log;

	(void)state;
	at = (size_t)sprintf(text, FIRST HEADER "s,");
	memset(text + at, 'A', huge);
	sprintf(text + at + huge, ",1,ok,1,5\n" ROW "# end: 2\n");
	read_text(&log, text);
	expect_warning(&log, "a.log:3: row left out: the line is longer than 16 MiB");
	assert_int_equal(log.row_count, 1);
	assert_int_equal(log.benchmarks[0].launches[0].line, 4);
	assert_true(log.complete);
	log_release(&log);
	free(text);
}

static void test_attempts(void **state)
{
	struct log log;
	const struct launch *l;

	(void)state;
	read_text(&log, FIRST
		"suite,benchmark,round,attempt,stage,status,iterations,disturbed,samples\n"
		"s,A,1,1,,ok,10,cpu,5\ns,A,1,2,,ok,10,,6\ns,A,1,3,,ok,10,cpu,7\n"
		"s,A,2,1,,timeout,,,\ns,A,2,2,,ok,10,cpu,8\n"
		"s,A,3,1,,exit,10,,\ns,A,3,2,,exit,10,,\n"
		"s,A,1,1,2,ok,10,,9\ns,A,1,1,2,ok,20,,9\n# end: 9\n");
	assert_int_equal(log.warning_count, 0);
	l = log.benchmarks[0].launches;
	assert_false(l[0].counts);
	assert_true(l[1].counts);
	assert_false(l[2].counts);
	assert_false(l[3].counts);
	assert_true(l[4].counts);
	assert_false(l[5].counts);
	assert_true(l[6].counts);
	assert_true(l[7].counts && l[8].counts);
	log_release(&log);
}

/* Google Benchmark before 1.8 chooses the iterations of each launch. */
static void test_attempts_whose_suite_chose_the_iterations(void **state)
{
	struct log log;
	const struct launch *l;

	(void)state;
	read_text(&log,
		FIRST "suite,benchmark,round,attempt,status,iterations,disturbed,samples\n"
		      "s,A,1,1,ok,1712,,5\ns,A,1,2,ok,1000,cpu,6\n"
		      "s,A,2,1,ok,900,cpu,5\ns,A,2,2,ok,950,cpu,5\n# end: 4\n");
	assert_int_equal(log.warning_count, 0);
	l = log.benchmarks[0].launches;
	assert_true(l[0].counts);
	assert_false(l[1].counts);
	assert_false(l[2].counts);
	assert_true(l[3].counts);
	log_release(&log);
}

static void test_builds_are_apart(void **state)
{
	struct log log;

	(void)state;
	read_text(&log, FIRST "suite,benchmark,build,round,status,iterations,samples\n"
			      "s,A,old,1,ok,1,5\ns,A,new,1,ok,1,6\n# end: 2\n");
	assert_int_equal(log.benchmark_count, 2);
	assert_string_equal(log_find(&log, "s", "A", "new")->build, "new");
	assert_string_equal(log_find(&log, "s", "A", NULL)->build, "old");
	assert_null(log_find(&log, "s", "A", ""));
	log_release(&log);
}

/* Whole numbers that add up to the samples, or nothing. */
static void test_turns(void **state)
{
	static const struct {
		const char *turns;
		bool fits;
		uint32_t count;
		float q1[3]; /* lower quartiles of the samples 5, 6 and 7 */
	} cases[] = { { .turns = "", .fits = true }, { "3", true, 1, { 31 / 6.f } },
		{ "1 0  2 ", true, 3, { 5, NAN, 6 } },
		{ "0 3 0", true, 3, { NAN, 31 / 6.f, NAN } }, { .turns = "2" },
		{ .turns = "2 2" }, { .turns = "1 x" }, { .turns = "-1 4" },
		{ .turns = "4294967299" }, { .turns = "1,2" } };

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct log log;
		char text[256];

		snprintf(text, sizeof(text),
			FIRST "suite,benchmark,round,status,iterations,turn_samples,samples\n"
			      "s,A,1,ok,1,\"%s\",5 6 7\n# end: 1\n",
			cases[i].turns);
		read_text(&log, text);
		assert_int_equal(log.row_count, cases[i].fits);
		if (cases[i].fits) {
			const struct launch *launch = &log.benchmarks[0].launches[0];

			assert_string_equal(launch->evidence->turn_samples, cases[i].turns);
			assert_int_equal(launch->turn_count, cases[i].count);
			for (size_t k = 0; k < cases[i].count; k++)
				assert_true(isnan(cases[i].q1[k])
						    ? isnan(launch->turn_q1_ns[k])
						    : launch->turn_q1_ns[k] == cases[i].q1[k]);
		} else {
			expect_warning(&log, "'turn_samples' does not add up");
		}
		log_release(&log);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_free_form),
		cmocka_unit_test(test_damage_costs_the_row),
		cmocka_unit_test(test_nul_bytes),
		cmocka_unit_test(test_repeated_rows_are_told),
		cmocka_unit_test(test_incomplete),
		cmocka_unit_test(test_torn_last_row),
		cmocka_unit_test(test_size_is_bounded),
		cmocka_unit_test(test_no_log),
		cmocka_unit_test(test_without_comments),
		cmocka_unit_test(test_warnings_are_bounded),
		cmocka_unit_test(test_huge_line),
		cmocka_unit_test(test_attempts),
		cmocka_unit_test(test_attempts_whose_suite_chose_the_iterations),
		cmocka_unit_test(test_builds_are_apart),
		cmocka_unit_test(test_turns),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
