/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/base/regex_bounded.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void test_usual_ones(void **state)
{
	static const char *const good[] = { "^[A-Z][A-Za-z0-9.!?-]+(/[A-Za-z0-9.=_-]+)*$", "",
		"Sort|Sieve", "[]a]{2,3}", "[^]()]+", "x{1000}", "([0-9]{4}-){2}",
		"[[:alpha:]]{20}", "\\.\\(\\{", "a{,3}", "a{3,}", "(a|b)*a(a|b){20}" };

	(void)state;
	for (size_t i = 0; i < sizeof(good) / sizeof(*good); i++) {
		regex_t regex;
		struct err e = { "" };

		if (regex_bounded_compile(&regex, good[i], &e))
			fail_msg("%s", e.text);
		regexec(&regex, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", 0, NULL, 0);
		regfree(&regex);
	}
}

/* Each took minutes or gigabytes. */
static void test_costly_ones_are_refused(void **state)
{
	static const char *const bad[][2] = {
		{ "^(a*)*(a*)*(a*)*\\1\\2b$", "back-reference" },
		{ "(((a{100}){100}){100}){100}", "too large" },
		{ "((((((((((((((((((((a+)+)+)+)+)+)+)+)+)+)+)+)+)+)+)+)+)+)+)+", "too large" },
		{ "a{32767}", "too large" },
		{ "(x{9}){99999999999999999999}", "too large" },
		{ "((a{40}){40}){0,40}", "too large" },
		{ "[", "regular expression" },
		{ "(", "regular expression" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		regex_t regex;
		struct err e = { "" };

		assert_int_equal(regex_bounded_compile(&regex, bad[i][0], &e), -1);
		if (!strstr(e.text, bad[i][1]))
			fail_msg("%s", e.text);
	}
}

/* As many groups in one another as fit. */
static void test_depth_has_a_limit(void **state)
{
	char text[5000];
	regex_t regex;
	struct err e = { "" };

	(void)state;
	memset(text, '(', sizeof(text) - 1);
	text[sizeof(text) - 1] = '\0';
	assert_int_equal(regex_bounded_compile(&regex, text, &e), -1);
	assert_non_null(strstr(e.text, "groups"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_usual_ones),
		cmocka_unit_test(test_costly_ones_are_refused),
		cmocka_unit_test(test_depth_has_a_limit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
