/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compare/base/lines.h"
#include "compare/base/utf8.h"

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

static void expect(const char *bytes, size_t size, const char *text)
{
	size_t found_size;
	char *found = utf8_of_utf16(bytes, size, &found_size);

	assert_string_equal(found, text);
	assert_int_equal(found_size, strlen(text));
	free(found);
}

static void test_characters(void **state)
{
	(void)state;
	expect("\xff\xfe"
	       "a\0\xe9\0\xac\x20\x3d\xd8\x00\xde",
		12, "a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80");
	expect("\xfe\xff\0a\0\xe9\x20\xac\xd8\x3d\xde\x00", 12,
		"a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80");
	expect("\xff\xfe", 2, "");
	/* Damage is no UTF-8. */
	expect("\xff\xfe\x3d\xd8"
	       "a\0",
		6,
		"\xff"
		"a");
	expect("\xff\xfe\x00\xde"
	       "a\0",
		6,
		"\xff"
		"a");
	expect("\xff\xfe"
	       "a\0b",
		5, "a\xff");
	expect("\xff\xfe\x3d\xd8", 4, "\xff");
}

/* Lines of a file that is larger than each buffer. */
static void test_lines(void **state)
{
	static const char mark[] = { '\xff', '\xfe' };
	static const char line[] = { 'x', 0, '\r', 0, '\n', 0 };
	size_t count = 400000;
	char *bytes = malloc(2 + 6 * count);
	struct lines lines = { 0 };
	const char *head;
	size_t size;
	struct err e;

	(void)state;
	memcpy(bytes, mark, sizeof(mark));
	for (size_t i = 0; i < count; i++)
		memcpy(bytes + 2 + 6 * i, line, sizeof(line));
	lines_open_buffer(&lines, "x", bytes, 2 + 6 * count);
	assert_int_equal(lines_head(&lines, &head, &size, &e), 0);
	assert_memory_equal(head, "x\r\nx", 4);
	while (lines_next(&lines, &e) > 0)
		assert_string_equal(lines.text, "x");
	assert_int_equal(lines.number, count);
	assert_false(lines.torn);
	lines_release(&lines);
	free(bytes);
}

static void test_escapes(void **state)
{
	static const char nasty[] = "a\\b\"c\n\x7F\xFF\xC3\xA4";
	char out[4 * sizeof(nasty)];
	size_t n;

	(void)state;
	n = text_escape(out, nasty, ESCAPE_CELL);
	assert_int_equal(n, strlen("a\\\\b\"\"c\\x0a\\x7f\\xff\xC3\xA4"));
	assert_memory_equal(out, "a\\\\b\"\"c\\x0a\\x7f\\xff\xC3\xA4", n);
	n = text_escape(out, nasty, ESCAPE_VALUE);
	out[n] = '\0';
	text_unescape(out, n);
	/* The byte that is no UTF-8 stays escaped. */
	assert_string_equal(out, "a\\b\"c\n\x7F\\xff\xC3\xA4");
	assert_true(text_is_utf8(out, strlen(out)));
	assert_false(text_is_utf8("\xC0\x80", 2));
	assert_false(text_is_utf8("\xED\xA0\x80", 3));
	assert_false(text_is_utf8("\xF5\x80\x80\x80", 4));
	assert_false(text_is_utf8("\xE2\x82", 2));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_utf8_refuses_what_is_not),
		cmocka_unit_test(test_characters),
		cmocka_unit_test(test_lines),
		cmocka_unit_test(test_escapes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
