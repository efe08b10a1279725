/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "doctor/report/plot.h"

static void expect_line(double once, double each, const char *expected)
{
	char *text = plot_line_text(&(struct plot_line){ once, each, 4 });

	assert_string_equal(text, expected);
	free(text);
}

static void test_plot_texts(void **state)
{
	char top[128];

	(void)state;
	expect_line(50e3, 100e3, "50.0 us + n x 100 us");
	expect_line(-50e3, 100e3, "n x 100 us - 50.0 us");
	expect_line(50e3, -1e3, "50.0 us - n x 1.00 us");
	assert_null(plot_line_text(&(struct plot_line){ NAN, NAN, 1 }));
	assert_string_equal(plot_top_text(top, 0, 840e3), "840 us");
	assert_string_equal(plot_top_text(top, 100e3, 110e3), "110 us");
	assert_string_equal(plot_top_text(top, 100e3, 100.3e3), "+0.3 %");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_plot_texts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
