/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void expect_ns(double ns, const char *want)
{
	char text[32];

	assert_string_equal(bd_format_ns(text, sizeof(text), ns), want);
}

static void test_times(void **state)
{
	(void)state;
	expect_ns(0, "0.00 ns");
	expect_ns(9.994, "9.99 ns");
	expect_ns(9.996, "10.0 ns");
	expect_ns(99.96, "100 ns");
	expect_ns(999.4, "999 ns");
	expect_ns(999.6, "1.00 us");
	expect_ns(12.3e6, "12.3 ms");
	expect_ns(4567e9, "4567 s");
}

static void expect_row(const struct bd_record *record, const char *want)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	bd_table_row(out, 5, record);
	fclose(out);
	assert_string_equal(text, want);
	free(text);
}

static void test_rows(void **state)
{
	const double samples[] = { 30, 10, 40, 20 };
	struct bd_record r = { .benchmark = "A",
		.status = "ok",
		.detail = "",
		.iterations = 7,
		.samples = samples,
		.sample_count = 4,
		.items = 5,
		.bytes = 1 };

	(void)state;
	/* Median 25, quartiles 20 and 40; 5 items in 25 ns are 200 million a second. */
	expect_row(&r, "A               7        4    10.0 ns    25.0 ns    80.0 %"
		       "  200 M items/s  40.0 MB/s\n");
	r.items = r.bytes = 0;
	r.sample_count = 1;
	expect_row(&r, "A               7        1    30.0 ns    30.0 ns     0.0 %\n");
	r.status = "verify";
	r.detail = "sum 8\033";
	expect_row(&r, "A      WRONG RESULT: sum 8\\x1B\n");
	r.status = "signal";
	r.detail = "ended by signal 11";
	expect_row(&r, "A      CRASHED: ended by signal 11\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_times),
		cmocka_unit_test(test_rows),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
