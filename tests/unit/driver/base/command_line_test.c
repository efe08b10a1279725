/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/base/command_line.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "compare/base/string_list.h"

static void test_there_and_back(void **state)
{
	char *const words[] = { "run", "two words", "", "\"\\\n", "\xc3\xa4" };
	struct string_list list = { 0 };
	char *json = json_words(words, 5);

	(void)state;
	assert_string_equal(json, "[\"run\",\"two words\",\"\",\"\\\"\\\\\\n\",\"\\u00E4\"]");
	assert_int_equal(json_words_parse(json, &list), 0);
	assert_int_equal(list.count, 5);
	assert_string_equal(list.items[1], "two words");
	assert_string_equal(list.items[4], "\xc3\xa4");
	string_list_release(&list);
	free(json);
}

/* A word that is not UTF-8 cannot be given again. */
static void test_bytes_that_are_no_text(void **state)
{
	char *const words[] = { "a", "\xff" };

	(void)state;
	assert_null(json_words(words, 2));
}

static void test_what_is_no_list(void **state)
{
	static const char *const bad[] = { NULL, "", "[", "{}", "\"a\"", "[1]", "[\"a\",null]",
		"[\"a\"] x" };

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		struct string_list list = { 0 };

		assert_int_equal(json_words_parse(bad[i], &list), -1);
		string_list_release(&list);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_there_and_back),
		cmocka_unit_test(test_bytes_that_are_no_text),
		cmocka_unit_test(test_what_is_no_list),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
