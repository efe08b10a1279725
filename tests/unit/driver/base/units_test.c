/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/base/units.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void test_durations(void **state)
{
	static const struct {
		const char *text;
		int64_t ns;
	} good[] = { { "500ms", 500000000 }, { "2s", 2000000000 }, { "20m", 1200000000000 },
		{ "1.5h", 5400000000000 }, { "7ns", 7 }, { "3us", 3000 },
		{ "3\xC2\xB5s", 3000 }, { "0", 0 }, { "2 s", 2000000000 },
		{ "0.25ms", 250000 } };
	static const char *const bad[] = { "", "5", "s", "-5s", "5 weeks", "1e3s", "0x5s",
		"inf", "1.2.3s", "5ss", "99999999999h", " 5s", "5s ", ".", "nan" };
	struct err e;
	int64_t ns;

	(void)state;
	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		assert_int_equal(duration_parse(good[i].text, &ns, &e), 0);
		assert_int_equal(ns, good[i].ns);
	}
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		e.text[0] = '\0';
		assert_int_equal(duration_parse(bad[i], &ns, &e), -1);
		assert_non_null(strstr(e.text, bad[i]));
	}
	duration_parse("5", &ns, &e);
	assert_string_equal(e.text, "'5' needs a unit: write 5ms, 5s or 5m");
}

static void test_percentages(void **state)
{
	struct err e;
	double fraction;

	(void)state;
	assert_int_equal(percent_parse("5", &fraction, &e), 0);
	assert_float_equal(fraction, 0.05, 1e-9);
	assert_int_equal(percent_parse("0.5%", &fraction, &e), 0);
	assert_float_equal(fraction, 0.005, 1e-9);
	assert_int_equal(percent_parse("0", &fraction, &e), 0);
	assert_int_equal(percent_parse("-1", &fraction, &e), -1);
	assert_int_equal(percent_parse("5%%", &fraction, &e), -1);
	assert_int_equal(percent_parse("five", &fraction, &e), -1);
	assert_int_equal(percent_parse("1001", &fraction, &e), -1);
	assert_int_equal(percent_parse("", &fraction, &e), -1);
}

static void test_shares(void **state)
{
	struct err e;
	double fraction = -1;

	(void)state;
	assert_int_equal(share_parse("100%", &fraction, &e), 0);
	assert_float_equal(fraction, 1, 1e-9);
	fraction = -1;
	assert_int_equal(share_parse("100.1%", &fraction, &e), -1);
	assert_string_equal(e.text, "'100.1%' is out of range: at most 100%");
	assert_int_equal(share_parse("five", &fraction, &e), -1);
	assert_float_equal(fraction, -1, 1e-9);
}

static void test_counts(void **state)
{
	struct err e;
	int64_t n;

	(void)state;
	assert_int_equal(count_parse("12", 1, INT64_MAX, &n, &e), 0);
	assert_int_equal(n, 12);
	assert_int_equal(count_parse("0", 1, INT64_MAX, &n, &e), -1);
	assert_string_equal(e.text, "'0' is out of range: at least 1");
	assert_int_equal(count_parse("11", 1, 10, &n, &e), -1);
	assert_int_equal(count_parse("99999999999999999999", 0, INT64_MAX, &n, &e), -1);
	assert_int_equal(count_parse("3x", 0, INT64_MAX, &n, &e), -1);
	assert_int_equal(count_parse(" 3", 0, INT64_MAX, &n, &e), -1);
	assert_int_equal(count_parse("", 0, INT64_MAX, &n, &e), -1);
}

static void test_sizes(void **state)
{
	struct err e;
	int64_t kib;

	(void)state;
	assert_int_equal(size_parse("64MiB", &kib, &e), 0);
	assert_int_equal(kib, 65536);
	assert_int_equal(size_parse("10k", &kib, &e), 0);
	assert_int_equal(kib, 10);
	assert_int_equal(size_parse("2 GB", &kib, &e), 0);
	assert_int_equal(kib, 2097152);
	assert_int_equal(size_parse("1500B", &kib, &e), 0);
	assert_int_equal(kib, 2);
	assert_int_equal(size_parse("64", &kib, &e), -1);
	assert_int_equal(size_parse("64MX", &kib, &e), -1);
	assert_int_equal(size_parse("MiB", &kib, &e), -1);
}

static void test_truth(void **state)
{
	struct err e;
	int truth;

	(void)state;
	assert_int_equal(truth_parse("Yes", &truth, &e), 0);
	assert_int_equal(truth, 1);
	assert_int_equal(truth_parse("off", &truth, &e), 0);
	assert_int_equal(truth, 0);
	assert_int_equal(truth_parse("maybe", &truth, &e), -1);
}

static void test_durations_for_people(void **state)
{
	char text[32];

	(void)state;
	duration_text(850, text, sizeof(text));
	assert_string_equal(text, "850 ns");
	duration_text(100e6, text, sizeof(text));
	assert_string_equal(text, "100 ms");
	duration_text(12.345e9, text, sizeof(text));
	assert_string_equal(text, "12.3 s");
	duration_text(125e9, text, sizeof(text));
	assert_string_equal(text, "2 m 05 s");
	duration_text(7260e9, text, sizeof(text));
	assert_string_equal(text, "2 h 01 m");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_durations),
		cmocka_unit_test(test_percentages),
		cmocka_unit_test(test_shares),
		cmocka_unit_test(test_counts),
		cmocka_unit_test(test_sizes),
		cmocka_unit_test(test_truth),
		cmocka_unit_test(test_durations_for_people),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
