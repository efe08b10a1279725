/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "compare/print/markup.h"

static void expect_escaped(
	void (*escape)(FILE *, const char *), const char *in, const char *want)
{
	char *text = NULL;
	size_t bytes = 0;
	FILE *out = open_memstream(&text, &bytes);

	escape(out, in);
	fclose(out);
	assert_string_equal(text, want);
	free(text);
}

static void test_escapes(void **state)
{
	char *text;

	(void)state;
	expect_escaped(markup_terminal, "a\033[31m\n\t\xff", "a\\x1b[31m\\n\\t\\xff");
	expect_escaped(markup_terminal,
		"\xc2\x9b"
		"2J\xe2\x80\xae",
		"\\x9b2J\\u202e");
	expect_escaped(markup_markdown, "a|b<c>`d`\n", "a\\|b&lt;c&gt;\\`d\\`\\n");
	expect_escaped(markup_csv, "a \"b\", c", "\"a \"\"b\"\", c\"");
	expect_escaped(markup_xml, "<a & \"b\">\x01\xff",
		"&lt;a &amp; &quot;b&quot;&gt;\\x01\xef\xbf\xbd");
	expect_escaped(markup_github, "50%: a,b\r\nc", "50%25: a,b%0D%0Ac");
	expect_escaped(markup_github_property, "C:/a,b", "C%3A/a%2Cb");
	text = markup_utf8("ok \xff \x01");
	assert_string_equal(text, "ok \xef\xbf\xbd \x01");
	free(text);
}

/* A name that would be a command to the console of a CI system. */
static void test_commands_of_consoles(void **state)
{
	(void)state;
	expect_escaped(markup_terminal, "::error::x", "\\x3a:error::x");
	expect_escaped(markup_terminal, "a ::error::x", "a \\x3a:error::x");
	expect_escaped(markup_terminal, "std::sort", "std::sort");
	expect_escaped(markup_terminal, "a##[group]b", "a\\x23#[group]b");
	expect_escaped(markup_terminal, "##vso[task.x]", "\\x23#vso[task.x]");
	expect_escaped(markup_terminal, "C##", "C##");
}

/* What GitHub makes active in text. */
static void test_active_markdown(void **state)
{
	(void)state;
	expect_escaped(markup_markdown, "@team", "@&#8203;team");
	expect_escaped(markup_markdown, "GH-1 a#2", "GH-&#8203;1 a#&#8203;2");
	expect_escaped(markup_markdown, ":tada:", ":&#8203;tada:");
	expect_escaped(markup_markdown, "www.a.b", "www&#8203;.a.b");
	expect_escaped(markup_markdown, "http://a", "http:&#8203;//a");
	expect_escaped(markup_markdown, "Sort/64: a-1 @ 5, 22:00:00Z, x:7: y",
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
