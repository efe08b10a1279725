/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compare/page/launches.h"

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

static void test_range(void **state)
{
	const double samples[] = { 0, 3, -1, 2, NAN, INFINITY, 8 };
	struct sample_range range = { 0 };

	(void)state;
	sample_range_add(&range, NULL, 0);
	assert_true(range.low == 0 && range.high == 0);
	sample_range_add(&range, samples, COUNT(samples));
	assert_true(range.low == 2 && range.high == 8);
}

/* Numbers of 16 bits, the low byte first: 1 is the lowest, 65535 the highest, 0 none. */
static void test_text(void **state)
{
	const double samples[] = { 2, 8, 0, 4 };
	struct sample_range range = { 2, 8 };
	char *text = samples_text(&range, samples, 4, 1);

	(void)state;
	/* 01 00, ff ff, 00 00, 00 80: 4 is the middle of 2 and 8. */
	assert_string_equal(text, "AQD//wAAAIA=");
	free(text);
	text = samples_text(&range, samples, 4, 3);
	assert_string_equal(text, "AQAAgA==");
	free(text);
	text = samples_text(&range, samples, 0, 1);
	assert_string_equal(text, "");
	free(text);
}

static void test_equal(void **state)
{
	const double samples[] = { 5, 5 };
	struct sample_range range = { 5, 5 };
	char *text = samples_text(&range, samples, 2, 1);

	(void)state;
	assert_string_equal(text, "AQABAA==");
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_range),
		cmocka_unit_test(test_text),
		cmocka_unit_test(test_equal),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
