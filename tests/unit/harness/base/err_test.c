/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/base/err.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void test_formats_and_returns_minus_one(void **state)
{
	struct err e;

	(void)state;
	assert_int_equal(bd_err(&e, "%s:%d: no such key", "a.ini", 7), -1);
	assert_string_equal(e.text, "a.ini:7: no such key");
	assert_int_equal(bd_err(NULL, "nobody listens"), -1);
}

static void test_long_text_is_cut_between_characters(void **state)
{
	struct err e;
	char text[2048];
	size_t n;

	(void)state;
	for (n = 0; n + 3 < sizeof(text); n += 2)
		memcpy(text + n, "\xC3\xA4", 2);
	text[n] = '\0';
	bd_err(&e, "x%s", text);
	n = strlen(e.text);
	assert_true(n > 1000 && n < sizeof(e.text));
	assert_int_equal(n % 2, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_formats_and_returns_minus_one),
		cmocka_unit_test(test_long_text_is_cut_between_characters),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
