/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/verdict/row_side.h"
#include "tests/unit/support/vectors.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

/* The machine is three times as slow in the third turns of both. The launches' quartiles say
 * nothing, as only the old one has a fourth turn. */
static void test_median_over_turns(void **state)
{
	float a[] = { 100, 102, 300, 50 }, b[] = { 110, 112.2f, 330 };
	struct launch old = { .attempt = 1, .turn_q1_ns = a, .turn_count = 4 };
	struct launch new = { .attempt = 1, .turn_q1_ns = b, .turn_count = 3 };

	(void)state;
	assert_close(turns_change(&old, &new, SIZE_MAX), log(1.1), 1e-6);
	assert_close(turns_change(&new, &old, SIZE_MAX), -log(1.1), 1e-6);
	b[0] = NAN; /* a turn without a sample */
	a[1] = 0;
	assert_close(turns_change(&old, &new, SIZE_MAX), log(1.1), 1e-6);
	b[2] = NAN;
	assert_true(isnan(turns_change(&old, &new, SIZE_MAX)));
}

static void test_not_side_by_side(void **state)
{
	float a[] = { 100 }, b[] = { 110 };
	struct launch old = { .attempt = 1, .turn_q1_ns = a, .turn_count = 1 };
	struct launch new = { .attempt = 2, .turn_q1_ns = b, .turn_count = 1 };
	struct launch other = { .attempt = 1 };

	(void)state;
	assert_true(isnan(turns_change(&old, &new, SIZE_MAX)));
	assert_true(isnan(turns_change(&old, &other, SIZE_MAX)));
	new.attempt = 1;
	assert_close(turns_change(&old, &new, SIZE_MAX), log(1.1), 1e-6);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_median_over_turns),
		cmocka_unit_test(test_not_side_by_side),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
