/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/base/json_words.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compare/base/string_list.h"

static void test_words_come_back(void **state)
{
	static const char text[] = "bdriver\0run\0a \"b\"\0\0\xC3\xA4\n";
	struct string_list words = { 0 };
	char *json = json_words(text, sizeof(text));

	(void)state;
	assert_string_equal(json, "[\"bdriver\",\"run\",\"a \\\"b\\\"\",\"\",\"\\u00E4\\n\"]");
	assert_int_equal(json_words_parse(json, &words), 0);
	assert_int_equal(words.count, 5);
	assert_string_equal(words.items[2], "a \"b\"");
	assert_string_equal(words.items[3], "");
	assert_string_equal(words.items[4], "\xC3\xA4\n");
	string_list_release(&words);
	free(json);
}

static void test_what_is_no_text_is_null(void **state)
{
	struct string_list words = { 0 };
	char *json = json_words("a\0\xFF\0b", 6);

	(void)state;
	assert_string_equal(json, "[\"a\",null,\"b\"]");
	assert_int_equal(json_words_parse(json, &words), -1);
	string_list_release(&words);
	free(json);
	json = json_words(NULL, 0);
	assert_string_equal(json, "[]");
	free(json);
}

static void test_other_json_is_refused(void **state)
{
	static const char *const bad[] = { "", "[", "{}", "\"a\"", "[1]", "[\"a\",[]]" };
	struct string_list words = { 0 };

	(void)state;
	assert_int_equal(json_words_parse(NULL, &words), -1);
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++)
		assert_int_equal(json_words_parse(bad[i], &words), -1);
	string_list_release(&words);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_words_come_back),
		cmocka_unit_test(test_what_is_no_text_is_null),
		cmocka_unit_test(test_other_json_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
