/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "driver/explain/blindness.h"

static void test_best_benchmark_counts(void **state)
{
	struct blindness b;

	(void)state;
	blindness_init(&b);
	blindness_add(&b, "s", "small");
	blindness_add(&b, "s", "large");
	blindness_add(&b, "s", "large");
	blindness_add(&b, "s", "idle");
	/* The larger share is in the noisier benchmark. */
	blindness_share(&b, "s", "large", "noisy", 0.8, 0.4);
	blindness_share(&b, "s", "large", "quiet", 0.5, 0.01);
	blindness_share(&b, "s", "small", "untold", 0.2, NAN);
	blindness_share(&b, "s", "libc", "quiet", 0.5, 0.01);
	blindness_sort(&b);
	assert_int_equal(b.count, 3);
	assert_string_equal(b.functions[0].name, "large");
	assert_string_equal(b.functions[0].benchmark, "noisy");
	assert_string_equal(b.functions[0].seen_by, "quiet");
	assert_true(fabs(b.functions[0].needed - 0.02) < 1e-12);
	assert_string_equal(b.functions[1].name, "small");
	assert_null(b.functions[1].seen_by);
	assert_true(isinf(b.functions[1].needed));
	assert_string_equal(b.functions[2].name, "idle");
	assert_true(b.functions[2].share == 0);
	blindness_release(&b);
}

static void test_unreached_by_size(void **state)
{
	struct blindness b;

	(void)state;
	blindness_init(&b);
	blindness_link(&b, "s", "short", 10);
	blindness_link(&b, "s", "pieces", 8);
	blindness_add(&b, "s", "reached");
	blindness_link(&b, "s", "reached", 9);
	blindness_link(&b, "s", "pieces", 8);
	blindness_sort(&b);
	assert_int_equal(b.count, 3);
	assert_string_equal(b.functions[0].name, "pieces");
	assert_int_equal(b.functions[0].size, 16);
	assert_false(b.functions[0].reached);
	assert_string_equal(b.functions[1].name, "short");
	assert_true(b.functions[2].reached);
	blindness_release(&b);
}

static void test_nothing(void **state)
{
	struct blindness b;

	(void)state;
	blindness_init(&b);
	blindness_sort(&b);
	assert_int_equal(b.count, 0);
	blindness_release(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_best_benchmark_counts),
		cmocka_unit_test(test_unreached_by_size),
		cmocka_unit_test(test_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
