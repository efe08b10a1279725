/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/exec/argument_list.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "compare/base/string_list.h"

static void test_ends_with_null(void **state)
{
	struct string_list more = { 0 };
	struct argument_list list = { 0 };

	(void)state;
	string_list_add(&more, "b");
	string_list_add(&more, "c");
	argument_list_add(&list, "a");
	argument_list_add_all(&list, &more);
	assert_int_equal(list.count, 3);
	assert_string_equal(list.items[2], "c");
	assert_null(list.items[3]);
	argument_list_clear(&list);
	argument_list_add(&list, "d");
	assert_string_equal(list.items[0], "d");
	assert_null(list.items[1]);
	argument_list_release(&list);
	string_list_release(&more);
}

/* What the list sets wins, also an empty value; a name that only begins alike is another one.
 */
static void test_an_environment_inherits_the_rest(void **state)
{
	char *const process[] = { "PATH=/bin", "HOME=/root", "PATHS=1", "EMPTY=x", NULL };
	char **before = environ;
	struct argument_list list = { 0 };

	(void)state;
	argument_list_add(&list, "PATH=/own");
	argument_list_add(&list, "EMPTY=");
	environ = (char **)process;
	argument_list_inherit(&list);
	environ = before;
	assert_int_equal(list.count, 4);
	assert_string_equal(list.items[0], "PATH=/own");
	assert_string_equal(list.items[1], "EMPTY=");
	assert_string_equal(list.items[2], "HOME=/root");
	assert_string_equal(list.items[3], "PATHS=1");
	assert_null(list.items[4]);
	argument_list_release(&list);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_ends_with_null),
		cmocka_unit_test(test_an_environment_inherits_the_rest),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
