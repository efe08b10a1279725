/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/stats/distribution.h"

#include "tests/unit/support/vectors.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static void test_means(void **state)
{
	json_t *root = vectors_load(TEST_VECTORS, "online.json"), *one;
	size_t at;

	(void)state;
	json_array_foreach(vectors_at(root, "selected"), at, one) {
		double mean = selected_mean(vectors_number(one, "estimate"),
			vectors_number(one, "cut"), vectors_number(one, "error"));
		double wanted = vectors_number(one, "mean");

		assert_true(fabs(mean - wanted) <= 1e-9 * vectors_number(one, "estimate"));
	}
	assert_true(at >= 7);
	json_decref(root);
}

static void test_ends(void **state)
{
	(void)state;
	assert_true(selected_mean(0.03, 0.02, 0) == 0.03);
	/* Beyond all doubt. */
	assert_true(fabs(selected_mean(1, 0.01, 1e-4) - 1) < 1e-12);
	/* At the cut itself, and below it, nothing is left. */
	assert_true(selected_mean(0.02, 0.02, 0.01) < 1e-12);
	assert_true(selected_mean(0.02, 0.03, 0.01) < 1e-12);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_means),
		cmocka_unit_test(test_ends),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
