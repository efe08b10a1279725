/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/suite/command.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "driver/config/config.h"

static struct config config;

static struct config_suite *command(const char *line, const char *const *parameters)
{
	struct config_suite *suite = config_add_suite(&config, "c", NULL, 1);

	suite->command = line;
	for (; parameters && *parameters; parameters++)
		string_list_add(&suite->parameters, *parameters);
	return suite;
}

static int setup(void **state)
{
	(void)state;
	config_init(&config);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	config_release(&config);
	return 0;
}

static void names(const struct config_suite *suite, size_t index, const char *wanted)
{
	char *name = command_name(suite, index, suite->name);

	assert_string_equal(name, wanted);
	free(name);
}

static void fills(const struct config_suite *suite, size_t index, const char *build,
	const char *text, const char *wanted)
{
	char *filled = command_fill(suite, index, NULL, build, text);

	assert_string_equal(filled, wanted);
	free(filled);
}

static void test_every_combination(void **state)
{
	static const char *const list[] = { "a=1", "a=2", "ab={a}", "ab=", "ab=x", NULL };
	const struct config_suite *suite = command("true", list), *plain = command("x", NULL);

	(void)state;
	assert_int_equal(command_count(suite), 6);
	names(suite, 0, "c/a=1/ab={a}");
	names(suite, 1, "c/a=2/ab={a}");
	names(suite, 5, "c/a=2/ab=x");
	fills(suite, 5, NULL, "{a}{a} {ab}{b} {build} {n}", "22 x{b} {build} {n}");
	fills(suite, 0, "/old", "{build}/{a}{ab", "/old/1{ab");
	/* A value is not filled in again by itself. */
	fills(suite, 1, NULL, "{ab}", "{a}");
	assert_int_equal(command_count(plain), 1);
	names(plain, 0, "c");
	fills(plain, 0, NULL, "", "");
}

static void test_the_program(void **state)
{
	struct config_suite *suite = command("sh -c {build}", NULL),
			    *same = command("sh", NULL);
	struct err e;
	char *path;

	(void)state;
	path = command_program(suite, "old", &e);
	assert_non_null(path);
	assert_true(*path == '/');
	free(path);
	assert_null(command_program(same, "old", &e));
	assert_non_null(strstr(e.text, "there is no program old/sh; write {build}"));
	path = command_program(same, "/bin", &e);
	assert_non_null(path);
	free(path);
	same->shell = 1;
	assert_null(command_program(same, "old", &e));
	assert_non_null(strstr(e.text, "the same in both builds"));
	assert_null(command_program(command("no-such-program-here", NULL), NULL, &e));
	assert_null(command_program(command("'sh", NULL), NULL, &e));
	assert_non_null(strstr(e.text, "is not closed"));
	assert_null(command_program(command("", NULL), NULL, &e));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_every_combination, setup, teardown),
		cmocka_unit_test_setup_teardown(test_the_program, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
