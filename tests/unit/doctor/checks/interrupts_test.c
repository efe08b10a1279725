/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/support/doctor_case.h"
#include "tests/unit/support/shape.h"

/* Samples of 400 us (eight iterations); one in three is 14 us late, as a machine with an
 * interrupt each millisecond makes them. */
static double interrupted(unsigned launch, unsigned k, uint64_t *state)
{
	return shape_calm(launch, k, state) + (k % 3 == 0 ? 14.0 / 400 : 0);
}

/* A guest's ticks beside the host's: 1,250 a second. */
static double interrupted_twice(unsigned launch, unsigned k, uint64_t *state)
{
	return shape_calm(launch, k, state) + (k % 9 < 5 ? 38.0 / 400 : 0);
}

/* The same 14 us, but in more samples than interrupts explain. */
static double often_late(unsigned launch, unsigned k, uint64_t *state)
{
	return shape_calm(launch, k, state) + (k % 4 < 3 ? 14.0 / 400 : 0);
}

static void test_interrupts_are_the_machines(void **state)
{
	(void)state;
	assert_string_equal(shape_verdict("modes", interrupted, 5), "none");
	assert_string_equal(shape_verdict("modes", interrupted_twice, 5), "none");
	assert_string_equal(shape_verdict("outliers", interrupted, 5), "none");
	assert_string_equal(shape_verdict("modes", often_late, 5), "warning");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_interrupts_are_the_machines),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
