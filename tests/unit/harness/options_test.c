/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/options.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* Parses a command line of words separated by single spaces, into *o. */
static int parse(struct bd_options *o, const char *line, struct err *e)
{
	static char text[256];
	static char *argv[20];
	int argc = 0;

	strncpy(text, line, sizeof(text) - 1);
	for (char *word = strtok(text, " "); word; word = strtok(NULL, " "))
		argv[argc++] = word;
	argv[argc] = NULL;
	e->text[0] = '\0';
	return bd_options_parse(o, argc, argv, e);
}

static void test_defaults(void **state)
{
	struct bd_options o;
	struct err e;

	(void)state;
	assert_int_equal(parse(&o, "suite Sort/64", &e), 0);
	assert_int_equal(o.name_count, 1);
	assert_string_equal(o.names[0], "Sort/64");
	assert_int_equal(o.iterations, 0);
	assert_int_equal(o.samples, 200);
	assert_int_equal(o.launch_time_ns, 100000000);
	assert_int_equal(o.out_fd, -1);
	assert_int_equal(o.list + o.json + o.help, 0);
}

static void test_everything_in_any_order(void **state)
{
	struct bd_options o;
	struct err e;

	(void)state;
	assert_int_equal(parse(&o,
				 "suite --samples 7 A --launch-time=1.5s --iterations 12 "
				 "--out-fd 1",
				 &e),
		0);
	assert_int_equal(o.samples, 7);
	assert_int_equal(o.iterations, 12);
	assert_int_equal(o.launch_time_ns, 1500000000);
	assert_int_equal(o.out_fd, 1);
	assert_int_equal(parse(&o, "suite --list --format json", &e), 0);
	assert_true(o.list && o.json);
	assert_int_equal(parse(&o, "suite -- --odd", &e), 0);
	assert_string_equal(o.names[0], "--odd");
}

static void test_errors_say_what_to_do(void **state)
{
	static const struct {
		const char *line, *part;
	} wrong[] = {
		{ "suite", "name a benchmark" },
		{ "suite --list A", "leave out 'A'" },
		{ "suite --format json A", "--format goes with --list" },
		{ "suite --list --format yaml", "text or json, not 'yaml'" },
		{ "suite A --iterations 0", "--iterations needs a whole number from 1" },
		{ "suite A --iterations 1e3", "not '1e3'" },
		{ "suite A --iterations -1", "not '-1'" },
		{ "suite A --iterations 99999999999999999999", "whole number" },
		{ "suite A --samples x", "--samples needs a whole number" },
		{ "suite A --samples 100001", "to 100000" },
		{ "suite A --launch-time 100", "needs a unit" },
		{ "suite A --launch-time 5 s", "needs a unit" },
		{ "suite A --launch-time 5sec", "needs a unit" },
		{ "suite A --launch-time nan", "is no duration" },
		{ "suite A --launch-time -5s", "is no duration" },
		{ "suite A --launch-time 0x10s", "is no duration" },
		{ "suite A --launch-time 0s", "out of range" },
		{ "suite A --launch-time 1e9h", "out of range" },
		{ "suite A --out-fd 999", "not open for writing" },
		{ "suite A --out-fd -1", "--out-fd needs" },
		{ "suite A B --out-fd 1", "exactly one" },
		{ "suite A --frobnicate", "unknown option '--frobnicate'" },
		{ "suite A -z", "unknown option '-z'" },
		{ "suite -zA A", "unknown option '-z'" },
		{ "suite A --help=no", "'--help=no'" },
		{ "suite A --iterations", "--iterations needs a value" },
		{ "suite A --regress", "use bdriver fit" },
		{ "suite A --profile --iterations 1", "--profile goes with --out-fd" },
		{ "suite A --profile --out-fd 1", "and --iterations" },
	};
	struct bd_options o;
	struct err e;

	(void)state;
	for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
		assert_int_equal(parse(&o, wrong[i].line, &e), -1);
		if (!strstr(e.text, wrong[i].part))
			fail_msg("%s: %s", wrong[i].line, e.text);
	}
}

static void test_durations(void **state)
{
	static const struct {
		const char *text;
		int64_t ns;
	} right[] = { { "1ns", 1 }, { "2us", 2000 }, { "500ms", 500000000 },
		{ "0.5s", 500000000 }, { "20m", INT64_C(1200000000000) },
		{ "1h", INT64_C(3600000000000) } };
	struct err e;
	int64_t ns;

	(void)state;
	for (size_t i = 0; i < sizeof(right) / sizeof(*right); i++) {
		assert_int_equal(bd_duration_parse(right[i].text, &ns, &e), 0);
		assert_int_equal(ns, right[i].ns);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_defaults),
		cmocka_unit_test(test_everything_in_any_order),
		cmocka_unit_test(test_errors_say_what_to_do),
		cmocka_unit_test(test_durations),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
