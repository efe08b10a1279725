/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/bisect/search.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static bool is_listed(const void *ctx, size_t place)
{
	return ((const char *)ctx)[place] == '.';
}

static void test_the_place_nearest_to_the_middle(void **state)
{
	(void)state;
	assert_int_equal(search_middle(0, 8, is_listed, "........."), 4);
	assert_int_equal(search_middle(0, 8, is_listed, "....x...."), 5);
	assert_int_equal(search_middle(0, 8, is_listed, "....xx..."), 3);
	assert_int_equal(search_middle(0, 8, is_listed, ".xxxxxxx."), 8);
	assert_int_equal(search_middle(3, 4, is_listed, "........."), 4);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_the_place_nearest_to_the_middle),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
