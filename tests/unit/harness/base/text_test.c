/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "harness/base/text.h"

static const char *number(double value)
{
	static char text[64];
	FILE *out = fmemopen(text, sizeof(text), "w");

	text[0] = '\0';
	bd_write_number(out, value);
	fclose(out);
	return text;
}

static void test_numbers(void **state)
{
	(void)state;
	/* A benchmark may have chosen a language with a decimal comma. */
	if (!setlocale(LC_ALL, "de_DE.UTF-8"))
		print_message("no German locale here: tested with the present one only\n");
	assert_string_equal(number(0), "0");
	assert_string_equal(number(0.0004), "0");
	assert_string_equal(number(0.0005), "0.001");
	assert_string_equal(number(1.25), "1.25");
	assert_string_equal(number(1.205), "1.205");
	assert_string_equal(number(1.05), "1.05");
	assert_string_equal(number(999999.999), "999999.999");
	assert_string_equal(number(1234567.894), "1234567.89");
	assert_string_equal(number(12345678.94), "12345678.9");
	assert_string_equal(number(123456789.6), "123456790");
	assert_string_equal(number(98765432109876), "98765432109876");
	assert_string_equal(number(1e15), "1000000000000000");
	assert_string_equal(number(NAN), "");
	assert_string_equal(number(INFINITY), "");
	assert_string_equal(number(-1), "");
	setlocale(LC_ALL, "C");
}

static void test_utf8(void **state)
{
	(void)state;
	assert_int_equal(bd_utf8_length(""), 0);
	assert_int_equal(bd_utf8_length("a"), 1);
	assert_int_equal(bd_utf8_length("\xc3\xa4"), 2);
	assert_int_equal(bd_utf8_length("\xe2\x82\xac"), 3);
	assert_int_equal(bd_utf8_length("\xf0\x9f\x98\x80"), 4);
	assert_int_equal(bd_utf8_length("\xc3"), 0);
	assert_int_equal(bd_utf8_length("\x80"), 0);
	assert_int_equal(bd_utf8_length("\xc0\x80"), 0);         /* overlong */
	assert_int_equal(bd_utf8_length("\xe0\x9f\xbf"), 0);     /* overlong */
	assert_int_equal(bd_utf8_length("\xed\xa0\x80"), 0);     /* surrogate */
	assert_int_equal(bd_utf8_length("\xf4\x90\x80\x80"), 0); /* above U+10FFFF */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_numbers),
		cmocka_unit_test(test_utf8),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
