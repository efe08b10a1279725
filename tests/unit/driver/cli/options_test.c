/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/cli/options.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct test_options {
	struct run_settings run;
	const char *output;
	int64_t rounds, time_ns;
	double threshold, share;
	bool force;
	const char *rule;
};

#define AT(member) offsetof(struct test_options, member)

static const struct option_def defs[] = {
	{ "output", 'o', OPTION_TEXT, AT(output), 0, "LOG", "where to" },
	{ "rounds", 'r', OPTION_COUNT, AT(rounds), 1, "N", "how many" },
	{ "launch-time", 0, OPTION_DURATION, AT(time_ns), 0, "DURATION", "how long" },
	{ "threshold", 0, OPTION_PERCENT, AT(threshold), 0, "PERCENT", "how much" },
	{ "fdr", 0, OPTION_SHARE, AT(share), 0, "PERCENT", "of all" },
	{ "force", 0, OPTION_FLAG, AT(force), 0, NULL, "whether" },
	{ "rule", 0, OPTION_CHOICE, AT(rule), 0, "auto|paired", "which" },
	{ 0 },
};

static const struct option_set set = {
	.name = "test",
	.shared = SHARED_SELECT | SHARED_MEASURE,
	.formats = "text|json",
	.own = defs,
	.size = sizeof(struct test_options),
};

static struct test_options options;
static char *args[32];
static struct err e;

static int parse_words(char **argv)
{
	int argc = 0;

	while (argv[argc])
		argc++;
	e.text[0] = '\0';
	return options_parse(&set, argc, argv, &options, args, &e);
}

#define parse(...) parse_words((char *[]){ "test", __VA_ARGS__, NULL })

static void refused(int count, const char *sentence)
{
	assert_int_equal(count, -1);
	assert_string_equal(e.text, sentence);
	options_release(&set, &options);
}

static void test_nothing_given(void **state)
{
	(void)state;
	assert_int_equal(parse(NULL), 0);
	assert_null(options.output);
	assert_int_equal(options.rounds, -1);
	assert_int_equal(options.time_ns, -1);
	assert_true(isnan(options.threshold));
	assert_true(isnan(options.share));
	assert_false(options.force);
	assert_null(options.rule);
	assert_null(options.run.shared.config);
	assert_int_equal(options.run.cpus.workers, -1);
	/* Also of those that the command does not take. */
	assert_int_equal(options.run.samples, -1);
	assert_int_equal(options.run.launch_time_ns, -1);
	assert_int_equal(options.run.shared.filters.count, 0);
	options_release(&set, &options);
}

static void test_options_in_any_place(void **state)
{
	(void)state;
	assert_int_equal(parse("Sort", "-o", "x.log", "Fft/*", "--rounds=7", "--force", "-qj",
				 "3", "--", "-o"),
		3);
	assert_string_equal(args[0], "Sort");
	assert_string_equal(args[1], "Fft/*");
	assert_string_equal(args[2], "-o");
	assert_string_equal(options.output, "x.log");
	assert_int_equal(options.rounds, 7);
	assert_int_equal(options.run.cpus.workers, 3);
	assert_true(options.force);
	assert_true(options.run.shared.quiet);
	options_release(&set, &options);
}

static void test_values(void **state)
{
	(void)state;
	assert_int_equal(parse("--launch-time", "50ms", "--threshold", "300%", "--fdr", "100",
				 "--rule", "paired", "-f", "^A", "-f", "B$", "-t", "x,y",
				 "--format", "json", "--timeout=2s"),
		0);
	assert_int_equal(options.time_ns, 50000000);
	assert_float_equal(options.threshold, 3, 1e-9);
	assert_float_equal(options.share, 1, 1e-9);
	assert_string_equal(options.rule, "paired");
	assert_int_equal(options.run.shared.filters.count, 2);
	assert_string_equal(options.run.shared.filters.items[1], "B$");
	assert_int_equal(options.run.shared.tags.count, 2);
	assert_string_equal(options.run.shared.format, "json");
	assert_int_equal(options.run.timeout_ns, 2000000000);
	options_release(&set, &options);
}

static void test_the_last_one_counts(void **state)
{
	(void)state;
	assert_int_equal(parse("-r", "3", "-r", "4"), 0);
	assert_int_equal(options.rounds, 4);
	options_release(&set, &options);
}

static void test_value_that_looks_like_an_option(void **state)
{
	(void)state;
	assert_int_equal(parse("-o", "--rounds", "x"), 1);
	assert_string_equal(options.output, "--rounds");
	options_release(&set, &options);
}

static void test_refused(void **state)
{
	(void)state;
	refused(parse("--round", "3"),
		"unknown option '--round'; did you mean '--rounds'?; see bdriver test --help");
	refused(parse("--outptu=x"),
		"unknown option '--outptu'; did you mean '--output'?; see bdriver test --help");
	refused(parse("--zzz"), "unknown option '--zzz'; see bdriver test --help");
	refused(parse("-z"), "unknown option '-z'; see bdriver test --help");
	refused(parse("-q=1"), "unknown option '-='; see bdriver test --help");
	refused(parse("--output", ""), "--output: its argument is empty");
	refused(parse("--rounds", "99999999999999999999"),
		"--rounds: '99999999999999999999' is out of range: 1 to 9223372036854775807");
	refused(parse("-qz"), "unknown option '-z'; see bdriver test --help");
	refused(parse("--rounds"), "option '--rounds' needs an argument: --rounds=N");
	refused(parse("-r"), "option '--rounds' needs an argument: --rounds=N");
	refused(parse("--force=yes"), "option '--force' takes no argument");
	refused(parse("--rounds", "many"), "--rounds: 'many' is not a whole number");
	refused(parse("--rounds", "0"), "--rounds: '0' is out of range: at least 1");
	refused(parse("--launch-time", "5"),
		"--launch-time: '5' needs a unit: write 5ms, 5s or 5m");
	refused(parse("--threshold", "x"),
		"--threshold: 'x' is not a percentage: write 5 or 5%");
	refused(parse("--fdr", "150%"), "--fdr: '150%' is out of range: at most 100%");
	refused(parse("--rule", "piared"),
		"--rule: 'piared' is not one of auto|paired; did you mean 'paired'?");
	refused(parse("--format", "xml"), "--format: 'xml' is not one of text|json");
	/* The command does not take the group of this one. */
	refused(parse("--config", "x"), "unknown option '--config'; see bdriver test --help");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_nothing_given),
		cmocka_unit_test(test_options_in_any_place),
		cmocka_unit_test(test_values),
		cmocka_unit_test(test_the_last_one_counts),
		cmocka_unit_test(test_value_that_looks_like_an_option),
		cmocka_unit_test(test_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
