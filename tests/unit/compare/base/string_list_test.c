/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/base/string_list.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void expect_joined(const struct string_list *list, const char *want)
{
	char *text = string_list_join(list, "|");

	assert_string_equal(text, want);
	free(text);
}

static void test_add_and_join(void **state)
{
	struct string_list list = { 0 };
	char own[] = "own";

	(void)state;
	expect_joined(&list, "");
	string_list_add(&list, own);
	own[0] = 'x'; /* it was copied */
	string_list_addf(&list, "%d/%s", 7, "b");
	string_list_add(&list, "");
	expect_joined(&list, "own|7/b|");
	assert_int_equal(list.count, 3);
	assert_null(list.items[3]);
	string_list_release(&list);
	assert_int_equal(list.count, 0);
	string_list_release(&list);
}

static void test_split(void **state)
{
	struct string_list list = { 0 };

	(void)state;
	string_list_split(&list, ", a,,b c ", ", ");
	expect_joined(&list, "a|b|c");
	string_list_split(&list, "", ",");
	assert_int_equal(list.count, 3);
	string_list_release(&list);
}

static void test_find(void **state)
{
	struct string_list list = { 0 };

	(void)state;
	assert_false(string_list_has(&list, "a"));
	assert_null(string_list_nearest(&list, "a"));
	for (int i = 0; i < 1000; i++)
		string_list_addf(&list, "word%d", i);
	assert_true(string_list_has(&list, "word999"));
	assert_false(string_list_has(&list, "word"));
	assert_string_equal(string_list_nearest(&list, "wrod512"), "word512");
	string_list_release(&list);
}

static void expect(const char *text, const char *want)
{
	static const char *const words[] = { "run", "compare", "doctor", "calibrate" };
	const char *got = nearest_word(words, 4, text);

	if (!want)
		assert_null(got);
	else
		assert_string_equal(got, want);
}

static void test_few_edits(void **state)
{
	(void)state;
	expect("compare", "compare");
	expect("comprae", "compare"); /* neighbours swapped */
	expect("conpar", "compare");
	expect("doctr", "doctor");
	expect("urn", "run");
	expect("rum", "run");
}

static void test_what_is_not_near(void **state)
{
	char longest[200] = "";

	(void)state;
	expect("rxx", NULL); /* two of three */
	expect("list", NULL);
	expect("", NULL);
	memset(longest, 'c', sizeof(longest) - 1);
	expect(longest, NULL);
	assert_null(nearest_word(NULL, 0, "run"));
}

/* The fewest edits win, not the first word. */
static void test_the_nearest_one(void **state)
{
	static const char *const words[] = { "samples", "sample" };

	(void)state;
	assert_string_equal(nearest_word(words, 2, "samplee"), "samples");
	assert_string_equal(nearest_word(words, 2, "sampl"), "sample");
}

/* Also of a word that is too long to have neighbours. */
static void test_a_part(void **state)
{
	static const char *const words[] = {
		"run",
		"org.example.benchmarks.collections.HashMapBenchmark.insertManySmallKeys/10000"
	};

	(void)state;
	assert_string_equal(nearest_word(words, 2, "hashmap"), words[1]);
	assert_null(nearest_word(words, 2, "map"));
	assert_null(nearest_word(words, 2, "hashset"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_add_and_join),
		cmocka_unit_test(test_split),
		cmocka_unit_test(test_find),
		cmocka_unit_test(test_few_edits),
		cmocka_unit_test(test_what_is_not_near),
		cmocka_unit_test(test_the_nearest_one),
		cmocka_unit_test(test_a_part),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
