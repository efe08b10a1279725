/* SPDX-License-Identifier: GPL-3.0-or-later */
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

#include "compare/base/number.h"

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

/* 16 to 19 digits, as JSON has them: full doubles, and what lies half-way between two. */
static void test_full_doubles(void **state)
{
	uint64_t seed = 11;
	char text[64];
	double value;

	(void)state;
	for (int i = 0; i < 300000; i++) {
		double full = ldexp((double)(next(&seed) | 1), (int)(next(&seed) % 100) - 90);
		uint64_t half = (next(&seed) >> 1 | (uint64_t)1 << 52) * 1024 + 512;

		if (i % 3 == 0)
			snprintf(text, sizeof(text), "%.17g", full);
		else if (i % 3 == 1)
			snprintf(text, sizeof(text), "%.16e", full);
		else
			snprintf(text, sizeof(text), "%llu%s",
				(unsigned long long)(half + (uint64_t)(i % 5) - 2),
				i % 2 ? ".0" : "");
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_equals_strtod),
		cmocka_unit_test(test_full_doubles),
		cmocka_unit_test(test_what_is_no_number),
		cmocka_unit_test(test_print_reads_back),
		cmocka_unit_test(test_whole_and_hexadecimal),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
