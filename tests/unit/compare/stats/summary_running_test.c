/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "compare/stats/summary.h"
#include "tests/unit/support/vectors.h"

static void test_running_agrees_with_two_passes(void **state)
{
	struct vector v = vectors_data(TEST_VECTORS, "lat30_a", 0);
	struct moments all = moments_of(v.values, v.n);
	struct running r = { 0 };

	(void)state;
	for (size_t i = 0; i < v.n; i++)
		running_add(&r, v.values[i]);
	running_add(&r, NAN);
	assert_int_equal(r.n, v.n);
	assert_close(running_mean(&r), all.mean, 1e-12);
	assert_close(running_sd(&r), all.sd, 1e-12);
	free(v.values);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_running_agrees_with_two_passes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
