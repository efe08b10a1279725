/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/exec/argument_list.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compare/base/string_list.h"

static void test_arguments(void **state)
{
	struct argument_list list = { 0 };
	struct string_list more = { 0 };

	(void)state;
	string_list_add(&more, "b");
	string_list_add(&more, "c");
	for (int again = 0; again < 2; again++) {
		argument_list_clear(&list);
		argument_list_add(&list, "a");
		argument_list_add_all(&list, &more);
		assert_int_equal(list.count, 3);
		assert_string_equal(list.items[0], "a");
		assert_string_equal(list.items[2], "c");
		assert_null(list.items[3]);
	}
	argument_list_release(&list);
	string_list_release(&more);
}

static unsigned count_of(const struct argument_list *list, const char *text)
{
	unsigned count = 0;

	for (char **p = list->items; *p; p++)
		count += !strncmp(*p, text, strlen(text));
	return count;
}

/* Its own variables replace those of this process. */
static void test_environment(void **state)
{
	struct argument_list list = { 0 };

	(void)state;
	setenv("ARGUMENT_LIST_A", "process", 1);
	setenv("ARGUMENT_LIST_AB", "process", 1);
	argument_list_add(&list, "ARGUMENT_LIST_A=own");
	argument_list_inherit(&list);
	assert_int_equal(count_of(&list, "ARGUMENT_LIST_A="), 1);
	assert_int_equal(count_of(&list, "ARGUMENT_LIST_A=own"), 1);
	assert_int_equal(count_of(&list, "ARGUMENT_LIST_AB=process"), 1);
	argument_list_release(&list);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_arguments),
		cmocka_unit_test(test_environment),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
