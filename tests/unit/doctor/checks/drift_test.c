/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/support/doctor_case.h"
#include "tests/unit/support/shape.h"

/* Falls by half a per cent: below the limit, however sure. */
static double drifts_little(unsigned launch, unsigned k, uint64_t *state)
{
	return (1 - 0.005 * k / SHAPE_SAMPLES) * shape_calm(launch, k, state);
}

static double drifts_once(unsigned launch, unsigned k, uint64_t *state)
{
	return launch == 1 ? shape_drifts(launch, k, state) : shape_calm(launch, k, state);
}

static void test_drift(void **state)
{
	(void)state;
	assert_string_equal(shape_verdict("drift", shape_calm, 5), "none");
	assert_string_equal(shape_verdict("drift", shape_drifts, 5), "warning");
	assert_string_equal(shape_verdict("drift", drifts_little, 5), "none");
	assert_string_equal(shape_verdict("drift", drifts_once, 5), "none");
	assert_string_equal(shape_verdict("drift", shape_dependent, 5), "none");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_drift),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
