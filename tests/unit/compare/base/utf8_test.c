/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_utf8_refuses_what_is_not),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
