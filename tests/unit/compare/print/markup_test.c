/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "compare/print/markup.h"

static void expect_escaped(enum markup format, const char *in, const char *want)
{
	char *text = NULL;
	size_t bytes = 0;
	FILE *out = open_memstream(&text, &bytes);

	markup_put(out, format, in);
	fclose(out);
	assert_string_equal(text, want);
	free(text);
}

static void test_escapes(void **state)
{
	char *text;

	(void)state;
	expect_escaped(MARKUP_TERMINAL, "a\033[31m\n\t\xff", "a\\x1b[31m\\n\\t\\xff");
	expect_escaped(MARKUP_TERMINAL,
		"\xc2\x9b"
		"2J\xe2\x80\xae",
		"\\x9b2J\\u202e");
	expect_escaped(MARKUP_MARKDOWN, "a|b<c>`d`\n", "a\\|b&lt;c&gt;\\`d\\`\\n");
	expect_escaped(MARKUP_CSV, "a \"b\", c", "a \"\"b\"\", c");
	expect_escaped(MARKUP_XML, "<a & \"b\">\x01\xff",
		"&lt;a &amp; &quot;b&quot;&gt;\\x01\xef\xbf\xbd");
	expect_escaped(MARKUP_GITHUB, "50%: a,b\r\nc", "50%25: a,b%0D%0Ac");
	expect_escaped(MARKUP_GITHUB_PROPERTY, "C:/a,b", "C%3A/a%2Cb");
	text = markup_utf8("ok \xff \x01");
	assert_string_equal(text, "ok \xef\xbf\xbd \x01");
	free(text);
}

/* A name that would be a command to the console of a CI system. */
static void test_commands_of_consoles(void **state)
{
	(void)state;
	expect_escaped(MARKUP_TERMINAL, "::error::x", "\\x3a:error::x");
	expect_escaped(MARKUP_TERMINAL, "a ::error::x", "a \\x3a:error::x");
	expect_escaped(MARKUP_TERMINAL, "std::sort", "std::sort");
	expect_escaped(MARKUP_TERMINAL, "a##[group]b", "a\\x23#[group]b");
	expect_escaped(MARKUP_TERMINAL, "##vso[task.x]", "\\x23#vso[task.x]");
	expect_escaped(MARKUP_TERMINAL, "C##", "C##");
}

/* What GitHub makes active in text. */
static void test_active_markdown(void **state)
{
	(void)state;
	expect_escaped(MARKUP_MARKDOWN, "@team", "@&#8203;team");
	expect_escaped(MARKUP_MARKDOWN, "GH-1 a#2", "GH-&#8203;1 a#&#8203;2");
	expect_escaped(MARKUP_MARKDOWN, ":tada:", ":&#8203;tada:");
	expect_escaped(MARKUP_MARKDOWN, "www.a.b", "www&#8203;.a.b");
	expect_escaped(MARKUP_MARKDOWN, "http://a", "http:&#8203;//a");
	expect_escaped(MARKUP_MARKDOWN, "Sort/64: a-1 @ 5, 22:00:00Z, x:7: y",
		"Sort/64: a-1 @ 5, 22:00:00Z, x:7: y");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_escapes),
		cmocka_unit_test(test_commands_of_consoles),
		cmocka_unit_test(test_active_markdown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
