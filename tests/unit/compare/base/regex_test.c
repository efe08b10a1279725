/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/base/regex.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static enum regex_answer answer(const char *text, const char *name)
{
	struct err e = { "" };
	struct regex *regex = regex_new(text, &e);
	enum regex_answer answer;

	if (!regex)
		fail_msg("%s", e.text);
	answer = regex_match(regex, name);
	regex_free(regex);
	return answer;
}

static void test_usual_ones(void **state)
{
	static const char *const matching[][2] = {
		{ "^[A-Z][A-Za-z0-9.!?-]+(/[A-Za-z0-9.=_-]+)*$", "Sort/64" },
		{ "", "anything" },
		{ "Sort|Sieve", "UseSieve" },
		{ "[]a]{2,3}", "]a" },
		{ "x{400}|y", "y" },
		{ "([0-9]{4}-){2}", "1234-5678-" },
		{ "[[:alpha:]]{3}", "abc" },
		{ "\\.\\(\\{", "a.({" },
		{ "\\d+$", "Sort/64" },
		{ "(a|b)*a(a|b){20}$", "baaaaaaaaaaaaaaaaaaaaaaaaaaaaa" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(matching) / sizeof(*matching); i++)
		assert_int_equal(answer(matching[i][0], matching[i][1]), REGEX_MATCHES);
	assert_int_equal(answer("^Sort$", "Sort\n"), REGEX_DIFFERS);
	assert_int_equal(answer("Sort", "Sieve"), REGEX_DIFFERS);
	assert_int_equal(answer("^.$", "\xff"), REGEX_MATCHES);
}

/* Each took minutes or gigabytes with the C library's. */
static void test_costly_ones_are_refused(void **state)
{
	static const char *const bad[][2] = {
		{ "^(a*)*(a*)*(a*)*\\1\\2b$", "is not a regular expression" },
		{ "(((a{100}){100}){100}){100}", "too large" },
		{ "[", "missing terminating ]" },
		{ "a(", "missing closing parenthesis at character 3" },
		{ "(*UTF)a", "is not a regular expression" },
	};
	char text[5000];
	struct err e = { "" };

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		assert_null(regex_new(bad[i][0], &e));
		if (!strstr(e.text, bad[i][1]))
			fail_msg("%s", e.text);
	}
	memset(text, '(', sizeof(text) - 1);
	text[sizeof(text) - 1] = '\0';
	assert_null(regex_new(text, &e));
	assert_non_null(strstr(e.text, "more than 1000 bytes"));
	text[900] = '\0';
	assert_null(regex_new(text, &e));
	assert_non_null(strstr(e.text, "too deeply nested"));
}

static void test_a_match_that_would_not_end_is_given_up(void **state)
{
	char name[1001];

	(void)state;
	memset(name, 'a', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	assert_int_equal(answer("^((a+)+)+(?!a)b$|^(a|aa)+(?<!a)$", name), REGEX_COSTLY);
}

/* Also where a match is empty, as that of a look-ahead. */
static void test_each_match_is_found_once(void **state)
{
	static const char text[] = "a 12\nb 3\n";
	static const char *const found[][2] = {
		{ "\\d+", "12;3;" },
		{ "^(\\w) \\d", "a;b;" },
		{ "(?= (\\d+))", "12;3;" },
		{ "$", ";;;" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(found) / sizeof(*found); i++) {
		struct err e = { "" };
		struct regex *regex = regex_new_with_groups(found[i][0], &e);
		char all[64] = "";
		size_t at = 0, length;
		const char *start;

		if (!regex)
			fail_msg("%s", e.text);
		while (regex_next(regex, text, strlen(text), &at, &start, &length)) {
			strncat(all, start, length);
			strcat(all, ";");
		}
		assert_string_equal(all, found[i][1]);
		regex_free(regex);
	}
}

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
		cmocka_unit_test(test_usual_ones),
		cmocka_unit_test(test_costly_ones_are_refused),
		cmocka_unit_test(test_a_match_that_would_not_end_is_given_up),
		cmocka_unit_test(test_each_match_is_found_once),
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_suites),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
