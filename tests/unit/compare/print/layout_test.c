/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compare/base/utf8.h"
#include "compare/print/format.h"
#include "compare/print/layout.h"
#include "compare/print/markup.h"

static const struct column columns[] = {
	{ "benchmark", ALIGN_LEFT },
	{ "old", ALIGN_RIGHT },
	{ "never", ALIGN_RIGHT },
	{ "note", ALIGN_LEFT },
};

static void add_row(struct layout *layout, const char *name, const char *old, const char *note)
{
	layout_add(layout, STYLE_PLAIN, name);
	layout_add(layout, STYLE_BAD, old);
	layout_add(layout, STYLE_PLAIN, "");
	layout_add(layout, STYLE_PLAIN, note);
}

static char *printed(const struct layout *layout, size_t width, bool color)
{
	struct layout_size size = { .width = width, .color = color };
	char *text = NULL;
	size_t bytes = 0;
	FILE *out = open_memstream(&text, &bytes);

	layout_print(layout, out, &size);
	fclose(out);
	return text;
}

static void expect(const struct layout *layout, size_t width, const char *want)
{
	char *text = printed(layout, width, false);

	assert_string_equal(text, want);
	free(text);
}

static void test_aligns_and_leaves_out_empty_columns(void **state)
{
	struct layout layout;

	(void)state;
	layout_init(&layout, columns, 4);
	expect(&layout, 80, "");
	add_row(&layout, "a", "1.00 ns", "fine");
	add_row(&layout, "größe", "12.00 ns", "");
	add_row(&layout, "b", "", "no time");
	expect(&layout, 80,
		"benchmark       old  note\n"
		"a           1.00 ns  fine\n"
		"größe      12.00 ns\n"
		"b                    no time\n");
	layout_release(&layout);
	layout_release(&layout);
}

static void test_wraps_the_note_then_moves_it_below(void **state)
{
	struct layout layout;

	(void)state;
	layout_init(&layout, columns, 4);
	add_row(&layout, "bench", "1.00 ns", "one two three four five six seven");
	expect(&layout, 45,
		"benchmark      old  note\n"
		"bench      1.00 ns  one two three four five\n"
		"                    six seven\n");
	expect(&layout, 30,
		"benchmark      old\n"
		"bench      1.00 ns\n"
		"    one two three four five\n"
		"    six seven\n");
	layout_release(&layout);
}

static void test_long_name_is_never_cut(void **state)
{
	struct layout layout;

	(void)state;
	layout_init(&layout, columns, 4);
	add_row(&layout, "a_name_that_is_much_longer_than_the_table", "1.00 ns", "");
	expect(&layout, 24,
		"benchmark            old\n"
		"a_name_that_is_much_longer_than_the_table\n"
		"                 1.00 ns\n");
	layout_release(&layout);
}

static void test_colour_surrounds_the_text_only(void **state)
{
	struct layout layout;
	char *text;

	(void)state;
	layout_init(&layout, columns, 4);
	add_row(&layout, "a", "1.00 ns", "");
	text = printed(&layout, 80, true);
	assert_non_null(strstr(text, "  \033[31m1.00 ns\033[0m\n"));
	free(text);
	layout_release(&layout);
}

static void test_width_of_text(void **state)
{
	(void)state;
	assert_int_equal(layout_text_width("abc"), 3);
	assert_int_equal(layout_text_width("größe"), 5);
	assert_int_equal(layout_text_width("日本"), 4);
	assert_int_equal(layout_text_width("e\xcc\x81"), 1);
	assert_int_equal(layout_text_width("a\xff\x80"), 3);
}

static void test_utf8_refuses_what_is_not(void **state)
{
	static const char *const bad[] = { "\x80", "\xc0\x80", "\xe0\x80\x80", "\xed\xa0\x80",
		"\xf4\x90\x80\x80", "\xf8\x88\x80\x80", "\xe2\x82", "\xc3" };
	uint32_t code;

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		assert_int_equal(utf8_decode(bad[i], &code), 1);
		assert_int_equal(code, UTF8_INVALID);
	}
	assert_int_equal(utf8_decode("\xf0\x9f\x9a\x80", &code), 4);
	assert_int_equal(code, 0x1f680);
	assert_int_equal(utf8_decode("\xe2\x82\xac", &code), 3);
	assert_int_equal(code, 0x20ac);
}

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

static void expect_format(char *(*format)(char *, double), double value, const char *want)
{
	char out[FORMAT_SIZE];

	assert_string_equal(format(out, value), want);
}

static void test_times_and_changes(void **state)
{
	char out[FORMAT_SIZE];

	(void)state;
	expect_format(format_time, 0, "0.00 ns");
	expect_format(format_time, 12.345, "12.3 ns");
	expect_format(format_time, 999.4, "999 ns");
	expect_format(format_time, 999.6, "1.00 us");
	expect_format(format_time, 1.5e6, "1.50 ms");
	expect_format(format_time, 2.5e9, "2.50 s");
	expect_format(format_time, 1e300, "1e+291 s");
	expect_format(format_time, (double)NAN, "-");
	expect_format(format_time, -1, "-");
	expect_format(format_kib, 820, "820 KiB");
	expect_format(format_kib, 12595, "12.3 MiB");
	expect_format(format_change, 1, "0.00 %");
	expect_format(format_change, 1.0004, "+0.04 %");
	expect_format(format_change, 0.99999, "0.00 %");
	expect_format(format_change, 1.0234, "+2.34 %");
	expect_format(format_change, 0.875, "-12.5 %");
	expect_format(format_change, 2.5, "+150 %");
	expect_format(format_change, 4.2, "x4.20");
	expect_format(format_change, 1 / 4.2, "/4.20");
	expect_format(format_change, 0, "-");
	expect_format(format_change, (double)INFINITY, "-");
	expect_format(format_percent, 0.05, "5 %");
	expect_format(format_percent, 0.013, "1.3 %");
	expect_format(format_percent, 0.996, "100 %");
	expect_format(format_percent, 1.5, "150 %");
	expect_format(format_percent, 12.34, "1234 %");
	assert_string_equal(format_interval(out, 0.98, 1.013), "-2.00..+1.30 %");
	assert_string_equal(format_interval(out, 2.5, 4.5), "x2.50..x4.50");
	assert_string_equal(format_interval(out, (double)NAN, 4.5), "-");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_aligns_and_leaves_out_empty_columns),
		cmocka_unit_test(test_wraps_the_note_then_moves_it_below),
		cmocka_unit_test(test_long_name_is_never_cut),
		cmocka_unit_test(test_colour_surrounds_the_text_only),
		cmocka_unit_test(test_width_of_text),
		cmocka_unit_test(test_utf8_refuses_what_is_not),
		cmocka_unit_test(test_escapes),
		cmocka_unit_test(test_times_and_changes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
