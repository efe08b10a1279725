/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "driver/base/terminal.h"

static void cleans(const char *text, const char *want)
{
	char *clean = terminal_clean(text);

	assert_string_equal(clean, want);
	free(clean);
}

static void test_terminal_clean(void **state)
{
	(void)state;
	cleans("", "");
	cleans("Sort/64 \xC3\xA4 \xE2\x82\xAC \xF0\x9F\x98\x80",
		"Sort/64 \xC3\xA4 \xE2\x82\xAC \xF0\x9F\x98\x80");
	cleans("a\033[31m\n\x7F", "a\\x1b[31m\\n\\x7f");
	cleans("\xC2\x9B", "\\x9b");               /* CSI as a C1 control */
	cleans("\xC0\xAF\xFF", "\\xc0\\xaf\\xff"); /* overlong, not UTF-8 */
	cleans("\xED\xA0\x80", "\\xed\\xa0\\x80"); /* a surrogate */
	cleans("\xE2\x82", "\\xe2\\x82");          /* cut short */
	cleans("\xE2\x80\xAEx", "\\u202ex");       /* right-to-left override */
	cleans("a\u200B\u200F\u2060\u2064\uFEFF", "a\\u200b\\u200f\\u2060\\u2064\\ufeff");
	cleans("\xF4\x90\x80\x80", "\\xf4\\x90\\x80\\x80"); /* beyond U+10FFFF */
}

static void cuts(const char *text, int columns, const char *want)
{
	char line[64];

	snprintf(line, sizeof(line), "%s", text);
	terminal_cut(line, columns);
	assert_string_equal(line, want);
}

static void test_terminal_cut(void **state)
{
	(void)state;
	cuts("abc", 2, "ab");
	cuts("abc", 9, "abc");
	cuts("abc", 0, "");
	cuts("a\u00E4\u20ACb", 2, "a\u00E4");
	cuts("a\xE2\x82", 2, "a\xE2");
}

static void quotes(const char *text, const char *want)
{
	char *word = terminal_word(text);

	assert_string_equal(word, want);
	free(word);
}

static void test_terminal_word(void **state)
{
	(void)state;
	quotes("", "''");
	quotes("/tmp/out-1/new.log", "/tmp/out-1/new.log");
	quotes("two words", "'two words'");
	quotes("~x", "'~x'");
	quotes("it's", "'it'\\''s'");
	quotes("a\\b $(c)", "'a\\b $(c)'");
	quotes("\xC3\xA4", "'\xC3\xA4'");
	quotes("it's\n\\", "$'it\\'s\\x0A\\\\'");
	quotes("\xFF", "$'\\xFF'");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_terminal_clean),
		cmocka_unit_test(test_terminal_cut),
		cmocka_unit_test(test_terminal_word),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
