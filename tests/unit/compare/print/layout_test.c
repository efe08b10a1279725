/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compare/print/layout.h"

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

/* It is as long as it is, and no column is wider for it. */
static void test_heading(void **state)
{
	struct layout layout;

	(void)state;
	layout_init(&layout, columns, 4);
	layout_heading(&layout, STYLE_BAD, "two that are much slower than before");
	add_row(&layout, "a", "1.00 ns", "");
	expect(&layout, 80,
		"benchmark      old\n"
		"two that are much slower than before\n"
		"a          1.00 ns\n");
	layout_release(&layout);
}

static void expect_cut(const char *text, size_t width, const char *want)
{
	char *cut = layout_truncate(text, width);

	assert_string_equal(cut, want);
	free(cut);
}

static void test_cut(void **state)
{
	(void)state;
	expect_cut("fits", 4, "fits");
	expect_cut("", 0, "");
	expect_cut("too long", 7, "too ...");
	expect_cut("größer", 5, "gr...");
	expect_cut("日本語", 5, "日...");
	expect_cut("abcd", 2, "...");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_aligns_and_leaves_out_empty_columns),
		cmocka_unit_test(test_wraps_the_note_then_moves_it_below),
		cmocka_unit_test(test_long_name_is_never_cut),
		cmocka_unit_test(test_colour_surrounds_the_text_only),
		cmocka_unit_test(test_width_of_text),
		cmocka_unit_test(test_heading),
		cmocka_unit_test(test_cut),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
