/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "compare/base/escape.h"

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
		cmocka_unit_test(test_escapes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
