/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/base/regex.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void test_names(void **state)
{
	(void)state;
	assert_true(glob_names("Sort/64", "libc", "Sort/64"));
	assert_true(glob_names("Sort*", "libc", "Sort/64"));
	assert_true(glob_names("*", "libc", "Sort/64"));
	assert_false(glob_names("sort*", "libc", "Sort/64"));
	/* A name with the characters of a glob still names itself. */
	assert_true(glob_names("A[1]", "libc", "A[1]"));
}

static void test_suites(void **state)
{
	(void)state;
	assert_true(glob_names("libc/Sort/64", "libc", "Sort/64"));
	assert_true(glob_names("lib*/Sort/*", "libc", "Sort/64"));
	assert_true(glob_names("libc/A[1]", "libc", "A[1]"));
	assert_false(glob_names("other/*", "libc", "Sort/64"));
	/* Without a slash it is a pattern for the name alone. */
	assert_false(glob_names("libc*", "libc", "Sort/64"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_suites),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
