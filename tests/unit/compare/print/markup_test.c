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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_escapes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
