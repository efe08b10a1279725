/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/config/config.h"
#include "driver/suite/ask.h"
#include "driver/suite/find.h"
#include "driver/suite/suite.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "compare/base/memory.h"
#include "harness/base/clock.h"

static struct config config;
static struct suites suites;
static char folder[] = "/tmp/bd-suite-XXXXXX";
static struct err e;

static int group_setup(void **state)
{
	(void)state;
	return !mkdtemp(folder) || chdir(folder);
}

static int group_teardown(void **state)
{
	(void)state;
	for (const char *name = "abcd"; *name; name++)
		unlink((char[]){ *name, '\0' });
	return chdir("/") || rmdir(folder);
}

static int setup(void **state)
{
	(void)state;
	config_init(&config);
	e.text[0] = '\0';
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	suites_release(&suites);
	config_release(&config);
	return 0;
}

/* A suite that is a script of these lines. */
static void write_script(const char *name, const char *lines)
{
	FILE *out = fopen(name, "we");

	assert_non_null(out);
	fprintf(out, "#!/bin/sh\n%s\n", lines);
	assert_int_equal(fclose(out), 0);
	assert_int_equal(chmod(name, 0755), 0);
}

#define ANSWER                                                                                 \
	"{\"schema\": \"bdriver-list-1\", \"suites\": [{\"name\": \"other\", \"path\": \"x\"," \
	"\"build\": {\"compiler\": \"GNU 12\", \"flags\": \"-O2\", \"optimized\": true,"       \
	"\"id\": \"abc\"},"                                                                    \
	"\"benchmarks\": [{\"name\": \"A\", \"tags\": [\"t\", \"u\"], \"file\": \"a.c\","      \
	"\"line\": 7}, {\"name\": \"B/2\"}]}]}"

static int find(const char *name)
{
	struct string_list wanted = { 0 };
	int result;

	string_list_add(&wanted, name);
	result = suites_find(&suites, &config, &wanted, NULL, &e);
	string_list_release(&wanted);
	return result;
}

static void test_asks_an_executable(void **state)
{
	const struct suite *s;

	(void)state;
	write_script("a", "[ \"$*\" = '--list --format json' ] || exit 9\n"
			  "echo '" ANSWER "'");
	assert_int_equal(find("./a"), 0);
	assert_int_equal(suites.count, 1);
	s = &suites.items[0];
	assert_string_equal(s->name, "a");
	assert_string_equal(s->path, "./a");
	assert_int_equal(s->benchmark_count, 2);
	assert_string_equal(s->benchmarks[0].name, "A");
	assert_int_equal(s->benchmarks[0].tags.count, 2);
	assert_string_equal(s->benchmarks[0].file, "a.c");
	assert_int_equal(s->benchmarks[0].line, 7);
	assert_string_equal(s->benchmarks[1].file, "");
	assert_string_equal(s->compiler, "GNU 12");
	assert_string_equal(s->build_id, "abc");
	assert_int_equal(s->optimized, 1);
	assert_int_equal(s->sanitized, -1);
}

static void test_arguments_environment_and_tags_of_the_configuration(void **state)
{
	struct config_suite *settings;
	struct string_list none = { 0 };

	(void)state;
	write_script("a", "[ \"$1 $2\" = '-x a b' ] && [ \"$FOO\" = 'b a r' ] || exit 9\n"
			  "echo '" ANSWER "'");
	config.path = "x.ini";
	settings = config_add_suite(&config, "mine", "./a", 3);
	string_list_add(&settings->args, "-x");
	string_list_add(&settings->args, "a b");
	string_list_add(&settings->env, "FOO=b a r");
	string_list_add(&settings->tags, "slow");
	string_list_add(&settings->tags, "t");
	setenv("FOO", "other", 1);
	assert_int_equal(suites_find(&suites, &config, &none, NULL, &e), 0);
	assert_string_equal(suites.items[0].name, "mine");
	assert_int_equal(suites.items[0].benchmarks[0].tags.count, 3);
	assert_string_equal(suites.items[0].benchmarks[0].tags.items[2], "slow");
}

static void fails_with(const char *lines, const char *part)
{
	write_script("b", lines);
	assert_int_equal(find("./b"), -1);
	if (!strstr(e.text, part) || !strstr(e.text, "suite b: "))
		fail_msg("'%s' lacks '%s'", e.text, part);
	suites_release(&suites);
}

static void test_wrong_answers(void **state)
{
	(void)state;
	fails_with("exit 3", "ended with exit code 3");
	fails_with("echo oops >&2; exit 3", "it said: oops");
	fails_with("kill -SEGV $$", "signal 11");
	fails_with("exit 0", "does not answer --list --format json with JSON");
	fails_with("echo '{}'", "does not have the schema");
	fails_with("echo '[1,2]'", "does not have the schema");
	fails_with("echo '{\"schema\": \"bdriver-list-1\"}'", "does not hold one suite");
	fails_with("echo '{\"schema\": \"bdriver-list-1\", \"suites\": [{\"benchmarks\":"
		   "[{\"name\": 3}]}]}'",
		"without a name");
	fails_with("echo '{\"schema\": \"bdriver-list-1\", \"suites\": [{\"benchmarks\":"
		   "[{\"name\": \"A\"}, {\"name\": \"A\"}]}]}'",
		"lists the benchmark 'A' twice");
	fails_with("echo '{\"schema\": \"bdriver-list-1\", \"schema\": 1}'", "JSON");
	fails_with("printf '\\377\\376'", "JSON");
}

/* The limit of time is not what ends it, however slow the machine is. */
static void test_a_flood_is_no_answer(void **state)
{
	struct suite suite = { .name = "b", .path = "./b", .adapter = &adapter_bdriver };

	(void)state;
	write_script("b", "yes | head -c 80000000");
	suite.settings = config_add_suite(&config, "b", "./b", 0);
	assert_int_equal(suite_ask(&suite, 600000000000, &e), -1);
	assert_non_null(strstr(e.text, "more than 64 MiB"));
}

/* The file that pid names is gone soon after the suite was given up. */
static bool ends(pid_t pid)
{
	for (int i = 0; i < 6000; i++) {
		char path[32], state = 'Z';
		FILE *in;

		snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
		in = fopen(path, "re");
		if (!in)
			return true;
		if (fscanf(in, "%*d %*s %c", &state) != 1)
			state = 'Z';
		fclose(in);
		if (state == 'Z' || state == 'X')
			return true;
		usleep(10000);
	}
	return false;
}

/* 0: there is none yet. */
static int number_in(const char *name)
{
	char text[32] = "";
	FILE *in = fopen(name, "re");

	if (!in)
		return 0;
	if (!fgets(text, sizeof(text), in))
		text[0] = '\0';
	fclose(in);
	return strchr(text, '\n') ? (int)strtol(text, NULL, 10) : 0;
}

static void test_a_suite_that_hangs_is_ended_with_its_children(void **state)
{
	struct suite suite = { .name = "c", .path = "./c", .adapter = &adapter_bdriver };
	int pid = 0;

	(void)state;
	write_script("c", "setsid sleep 1000 & echo $! >d; trap '' TERM; sleep 1000");
	suite.settings = config_add_suite(&config, "c", "./c", 0);
	/* On a busy machine it may not even have begun after half a second. */
	for (int64_t timeout = 500000000; pid <= 1; timeout *= 4) {
		assert_true(timeout < 100000000000);
		assert_int_equal(suite_ask(&suite, timeout, &e), SUITE_SLOW);
		assert_non_null(strstr(e.text, "did not list its benchmarks within "));
		assert_non_null(strstr(e.text, "--list-timeout, or list_timeout in [driver]"));
		pid = number_in("d");
	}
	assert_true(ends(pid));
	assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); /* nothing is left to reap */
}

static void test_a_child_that_keeps_stderr_open_does_not_hold_us(void **state)
{
	(void)state;
	write_script("a", "sleep 1000 >/dev/null & echo '" ANSWER "'");
	assert_int_equal(find("./a"), 0);
}

static void test_files_that_are_no_suites(void **state)
{
	(void)state;
	assert_int_equal(find("nowhere"), -1);
	assert_string_equal(e.text, "no suite is named 'nowhere', and there is no such file; "
				    "there is no configuration, so name a path");
	assert_int_equal(find("./nowhere"), -1);
	assert_non_null(strstr(e.text, "suite nowhere: ./nowhere: No such file"));
	assert_int_equal(find("/tmp"), -1);
	assert_non_null(strstr(e.text, "is a folder; name a suite in it"));
	write_script("a", "exit 0");
	chmod("a", 0644);
	assert_int_equal(find("./a"), -1);
	assert_non_null(strstr(e.text, "is not executable"));
	write_script("b", "");
	truncate("b", 0);
	assert_int_equal(find("./b"), -1);
	assert_non_null(strstr(e.text, "suite b: "));
}

static void test_patterns(void **state)
{
	struct string_list none = { 0 };

	(void)state;
	write_script("a", "echo '" ANSWER "'");
	write_script("b", "echo '" ANSWER "'");
	unlink("c");
	unlink("d");
	config.path = "x.ini";
	config_add_suite(&config, "all", "./[ab]", 1);
	assert_int_equal(suites_find(&suites, &config, &none, NULL, &e), 0);
	assert_int_equal(suites.count, 2);
	assert_string_equal(suites.items[0].name, "a");
	assert_string_equal(suites.items[1].name, "b");
	suites_release(&suites);
	assert_int_equal(find("b"), 0); /* the file name of a match */
	assert_int_equal(suites.count, 1);
	assert_string_equal(suites.items[0].settings->name, "all");
	suites_release(&suites);
	config_add_suite(&config, "none", "./q*", 5);
	assert_int_equal(suites_find(&suites, &config, &none, NULL, &e), -1);
	assert_non_null(strstr(e.text, "x.ini:5: suite none: no executable matches ./q*"));
}

static void test_relative_to_a_folder(void **state)
{
	struct string_list none = { 0 };

	(void)state;
	write_script("a", "echo '" ANSWER "'");
	config.path = "x.ini";
	config_add_suite(&config, "a", "elsewhere/a", 1);
	config.suites[0]->written_path = "a";
	config_add_suite(&config, "gone", "gone", 2);
	assert_int_equal(suites_find(&suites, &config, &none, folder, &e), 0);
	assert_int_equal(suites.count, 1);
	assert_int_equal(suites.missing.count, 1);
	assert_string_equal(suites.missing.items[0], "gone");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_asks_an_executable, setup, teardown),
		cmocka_unit_test_setup_teardown(
			test_arguments_environment_and_tags_of_the_configuration, setup,
			teardown),
		cmocka_unit_test_setup_teardown(test_wrong_answers, setup, teardown),
		cmocka_unit_test_setup_teardown(test_a_flood_is_no_answer, setup, teardown),
		cmocka_unit_test_setup_teardown(
			test_a_suite_that_hangs_is_ended_with_its_children, setup, teardown),
		cmocka_unit_test_setup_teardown(
			test_a_child_that_keeps_stderr_open_does_not_hold_us, setup, teardown),
		cmocka_unit_test_setup_teardown(test_files_that_are_no_suites, setup, teardown),
		cmocka_unit_test_setup_teardown(test_patterns, setup, teardown),
		cmocka_unit_test_setup_teardown(test_relative_to_a_folder, setup, teardown),
	};

	return cmocka_run_group_tests(tests, group_setup, group_teardown);
}
