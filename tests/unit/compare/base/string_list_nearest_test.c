/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/base/string_list.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

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
		cmocka_unit_test(test_few_edits),
		cmocka_unit_test(test_what_is_not_near),
		cmocka_unit_test(test_the_nearest_one),
		cmocka_unit_test(test_a_part),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
