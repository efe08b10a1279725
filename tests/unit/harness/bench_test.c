/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "harness/launch.h"

static void test_hash_and_random_are_the_published_ones(void **state)
{
	uint64_t s = 1234567;

	(void)state;
	assert_true(bd_random(&s) == UINT64_C(6457827717110365317));
	assert_true(bd_random(&s) == UINT64_C(3203168211198807973));
	assert_true(bd_hash("", 0, 0) == UINT64_C(0xCBF29CE484222325));
	assert_true(bd_hash("foobar", 6, 0) == UINT64_C(0x85944171F73967E8));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_hash_and_random_are_the_published_ones),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
