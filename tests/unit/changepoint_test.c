/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/changepoint.h"
#include "tests/unit/support/vectors.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static void check_best(struct vector v, json_t *want)
{
	struct changepoint best = changepoint_best(v.values, v.n);

	assert_int_equal(best.tau, (size_t)vectors_number(want, "tau"));
	assert_int_equal(best.kappa, (size_t)vectors_number(want, "kappa"));
	assert_close(best.q, vectors_number(want, "Q"), VECTORS_TOLERANCE);
	assert_close(changepoint_q(v.values, best.tau, best.kappa), best.q, VECTORS_TOLERANCE);
	free(v.values);
}

static void test_vectors(void **state)
{
	static const char *const names[] = { "nightly_flat", "nightly_step", "nightly_two" };
	json_t *root = vectors_load(TEST_VECTORS, "changepoint.json");
	struct vector small = vectors_array(root, "small.x");

	(void)state;
	assert_close(changepoint_q(small.values, 4, 8), vectors_number(root, "small.Q_0_4_8"),
		VECTORS_TOLERANCE);
	check_best(small, vectors_at(root, "small.best"));
	for (size_t i = 0; i < 3; i++)
		check_best(vectors_data(TEST_VECTORS, names[i], 0),
			vectors_at(vectors_at(root, names[i]), "own_best_Q"));
	json_decref(root);
}

static void test_short_and_flat_series(void **state)
{
	static const double same[] = { 4, 4, 4, 4, 4 };

	(void)state;
	assert_true(isnan(changepoint_best(NULL, 0).q));
	assert_true(isnan(changepoint_best(same, 1).q));
	assert_true(isnan(changepoint_best(same, 3).q));
	assert_close(changepoint_best(same, 5).q, 0, 0);
	assert_true(isnan(changepoint_q(same, 1, 5)) && isnan(changepoint_q(same, 4, 5)));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_vectors),
		cmocka_unit_test(test_short_and_flat_series),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
