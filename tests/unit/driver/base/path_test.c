/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/base/path.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static void expect(const char *path, const char *folder, const char *name)
{
	char *got = path_folder(path);

	assert_string_equal(got, folder);
	assert_string_equal(path_name(path), name);
	free(got);
}

static void test_folder_and_name(void **state)
{
	(void)state;
	expect("a.log", ".", "a.log");
	expect("./a.log", ".", "a.log");
	expect("/a.log", "/", "a.log");
	expect("x/y/a.log", "x/y", "a.log");
	expect("../a", "..", "a");
	expect("x/", "x", "");
	expect("", ".", "");
}

static void test_folder_or_not(void **state)
{
	(void)state;
	assert_true(path_is_folder("/dev"));
	assert_false(path_is_folder("/dev/null"));
	assert_false(path_is_folder("/no such folder"));
}

static void test_pattern(void **state)
{
	char *pattern = path_pattern("a[1]\\?*/", "b*");

	(void)state;
	assert_string_equal(pattern, "a\\[1]\\\\\\?\\*/b*");
	free(pattern);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_folder_and_name),
		cmocka_unit_test(test_folder_or_not),
		cmocka_unit_test(test_pattern),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
