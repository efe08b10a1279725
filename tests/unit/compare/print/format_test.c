/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "compare/print/format.h"

static void expect_format(char *(*format)(char *, double), double value, const char *want)
{
	char out[FORMAT_SIZE];

	assert_string_equal(format(out, value), want);
}

static void test_times_and_changes(void **state)
{
	char out[FORMAT_SIZE];

	(void)state;
	expect_format(format_time, 0, "0.00 ns");
	expect_format(format_time, 12.345, "12.3 ns");
	expect_format(format_time, 999.4, "999 ns");
	expect_format(format_time, 999.6, "1.00 us");
	expect_format(format_time, 1.5e6, "1.50 ms");
	expect_format(format_time, 2.5e9, "2.50 s");
	expect_format(format_time, 1e300, "1e+291 s");
	expect_format(format_time, (double)NAN, "-");
	expect_format(format_time, -1, "-");
	expect_format(format_kib, 820, "820 KiB");
	expect_format(format_kib, 12595, "12.3 MiB");
	expect_format(format_change, 1, "0.00 %");
	expect_format(format_change, 1.0004, "+0.04 %");
	expect_format(format_change, 0.99999, "0.00 %");
	expect_format(format_change, 1.0234, "+2.34 %");
	expect_format(format_change, 0.875, "-12.5 %");
	expect_format(format_change, 2.5, "+150 %");
	expect_format(format_change, 4.2, "x4.20");
	expect_format(format_change, 1 / 4.2, "/4.20");
	expect_format(format_change, 0, "-");
	expect_format(format_change, (double)INFINITY, "-");
	expect_format(format_percent, 0.05, "5 %");
	expect_format(format_percent, 0.013, "1.3 %");
	expect_format(format_percent, 0.996, "100 %");
	expect_format(format_percent, 1.5, "150 %");
	expect_format(format_percent, 12.34, "1234 %");
	assert_string_equal(format_interval(out, 0.98, 1.013), "-2.00..+1.30 %");
	assert_string_equal(format_interval(out, 2.5, 4.5), "x2.50..x4.50");
	assert_string_equal(format_interval(out, (double)NAN, 4.5), "-");
}

static void expect_row(
	double ratio, double low, double high, const char *change, const char *interval)
{
	struct format_row row = format_row(ratio, low, high);

	assert_string_equal(row.change, change);
	assert_string_equal(row.interval, interval);
}

/* Factors and per cent are never mixed. */
static void test_row(void **state)
{
	(void)state;
	expect_row(1.1, 1.05, 1.15, "+10.0 %", "+5.00..+15.0 %");
	expect_row(0.33, 0.338, 0.398, "/3.03", "/2.96../2.51");
	expect_row(2.5, 2, 3.5, "x2.50", "x2.00..x3.50");
	expect_row(NAN, NAN, NAN, "-", "-");
	expect_row(4, NAN, NAN, "x4.00", "-");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_times_and_changes),
		cmocka_unit_test(test_row),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
