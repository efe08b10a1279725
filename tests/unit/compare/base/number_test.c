/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/base/escape.h"
#include "compare/base/number.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static uint64_t next(uint64_t *seed)
{
	*seed = *seed * 6364136223846793005u + 1442695040888963407u;
	return *seed >> 11;
}

/* Short numbers take the fast path, long ones strtod(): no difference to be seen. */
static void test_equals_strtod(void **state)
{
	uint64_t seed = 7;
	char text[64];
	double value;

	(void)state;
	for (int i = 0; i < 300000; i++) {
		uint64_t digits = next(&seed) >> (next(&seed) % 53);
		int point = (int)(next(&seed) % 12);
		int exponent = (int)(next(&seed) % 60) - 30;

		if (i % 3 == 0)
			snprintf(text, sizeof(text), "%llu.%0*llu",
				(unsigned long long)(digits % 100000), point + 1,
				(unsigned long long)(digits % 1000));
		else if (i % 3 == 1)
			snprintf(text, sizeof(text), "-%llue%d", (unsigned long long)digits,
				exponent);
		else
			snprintf(text, sizeof(text), "%.*g", 1 + point,
				ldexp((double)digits, exponent));
		assert_true(number_parse(text, strlen(text), &value));
		if (value != strtod(text, NULL))
			fail_msg("%s", text);
	}
}

static void test_what_is_no_number(void **state)
{
	static const char *const bad[] = { "", " ", "-", ".", "e5", "1e", "1e+", "1 ", " 1",
		"1x", "0x10", "inf", "nan", "1e999", "1,5", "--1", "1.2.3" };
	static const char *const good[] = { "1.", ".5", "+3", "-0", "1e-999", "00012" };
	double value;

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		if (number_parse(bad[i], strlen(bad[i]), &value))
			fail_msg("'%s' was taken", bad[i]);
	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++)
		if (!number_parse(good[i], strlen(good[i]), &value) ||
			value != strtod(good[i], NULL))
			fail_msg("'%s' was not taken", good[i]);
}

static void test_print_reads_back(void **state)
{
	static const double values[] = { 0, 1, 0.1, 1.0 / 3, 1e9, 123456789.123, 1e-300,
		DBL_MAX, 5728.5, 1e18 };
	char text[NUMBER_TEXT_MAX];
	double back;

	(void)state;
	for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
		int n = number_print(text, values[i]);

		assert_true(number_parse(text, (size_t)n, &back) && back == values[i]);
	}
	number_print(text, 0.1);
	assert_string_equal(text, "0.1");
	number_print(text, 1e9);
	assert_string_equal(text, "1000000000");
}

static void test_whole_and_hexadecimal(void **state)
{
	int64_t whole;
	uint64_t hex;

	(void)state;
	assert_true(number_parse_integer("-12", 3, &whole) && whole == -12);
	assert_true(number_parse_integer("3.0", 3, &whole) && whole == 3);
	assert_true(number_parse_integer("1e3", 3, &whole) && whole == 1000);
	assert_false(number_parse_integer("1.5", 3, &whole));
	assert_false(number_parse_integer("-", 1, &whole));
	assert_false(number_parse_integer("99999999999999999999", 20, &whole));
	assert_true(number_parse_hex("fFfFfFfFfFfFfFfF", 16, &hex) && hex == UINT64_MAX);
	assert_false(number_parse_hex("10000000000000000", 17, &hex));
	assert_false(number_parse_hex("g", 1, &hex));
	assert_false(number_parse_hex("", 0, &hex));
}

static void test_escapes(void **state)
{
	static const char nasty[] = "a\\b\"c\n\x7F\xFF\xC3\xA4";
	char out[4 * sizeof(nasty)];
	size_t n;

	(void)state;
	n = text_escape(out, nasty, true);
	assert_int_equal(n, strlen("a\\\\b\"\"c\\x0a\\x7f\\xff\xC3\xA4"));
	assert_memory_equal(out, "a\\\\b\"\"c\\x0a\\x7f\\xff\xC3\xA4", n);
	n = text_escape(out, nasty, false);
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
		cmocka_unit_test(test_equals_strtod),
		cmocka_unit_test(test_what_is_no_number),
		cmocka_unit_test(test_print_reads_back),
		cmocka_unit_test(test_whole_and_hexadecimal),
		cmocka_unit_test(test_escapes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
