/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/base/iso_time.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void test_times(void **state)
{
	static const char *const same[] = { "1970-01-02T03:00:01Z", "1970-01-02T05:00:01+02:00",
		"1970-01-02T05:00:01+0200", "1970-01-02 05:00:01.123456+02",
		"1970-01-02T03:00:01", "1970-01-01T22:30:01-04:30", "1970-01-02T03:00:01,5z" };

	(void)state;
	for (size_t i = 0; i < sizeof(same) / sizeof(same[0]); i++)
		assert_int_equal(iso_time(same[i]), 86400 + 3 * 3600 + 1);
	assert_int_equal(iso_time("1970-01-02"), 86400);
	assert_int_equal(iso_time("1970-01-02T03:00Z"), 86400 + 3 * 3600);
}

static void test_no_times(void **state)
{
	static const char *const none[] = { "", "yesterday", "1970-01-02T", "1970-01-02Z",
		"1970-01-02T03:00:01+", "1970-01-02T03:00:01+2",
		"1970-01-02T03:00:01+02:", "1970-01-02T03:00:01+02:6",
		"1970-01-02T03:00:01+02:60", "1970-01-02T03:00:01+99", "1970-01-02T03:00:01.",
		"1970-01-02T03:00:01 UTC", "1970-01-02T03:00:01Z ", "1970-13-02", "1970-02-29",
		"1970-04-31T03:00:01Z" };

	(void)state;
	assert_int_equal(iso_time(NULL), -1);
	for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++)
		assert_int_equal(iso_time(none[i]), -1);
}

static void test_text(void **state)
{
	char text[ISO_TEXT_SIZE];

	(void)state;
	iso_text(text, 86400 + 3 * 3600 + 1);
	assert_string_equal(text, "1970-01-02T03:00:01Z");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_times),
		cmocka_unit_test(test_no_times),
		cmocka_unit_test(test_text),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
