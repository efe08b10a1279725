/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/stats/regression.h"
#include "tests/unit/support/vectors.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static void test_bootstrap(void **state)
{
	json_t *root = vectors_load(TEST_VECTORS, "regression.json");
	struct vector y = vectors_array(root, "bench.nanos");
	struct vector x = vectors_array(root, "bench.runs");
	const double *columns[] = { x.values };
	struct regression_data data = {
		.rows = y.n, .predictors = 1, .y = y.values, .x = columns
	};
	struct interval first[2], again[2];
	struct regression_intervals one = { .terms = first }, two = { .terms = again };
	struct prng prng;

	(void)state;
	prng_seed(&prng, 1);
	assert_int_equal(regression_bootstrap(&data, 500, &prng, &one, NULL), 0);
	assert_int_equal(one.used, 500);
	assert_true(first[1].low < 448.666 && first[1].high > 448.666);
	assert_true(first[1].high - first[1].low < 60);
	assert_true(one.r2.low < one.r2.high && one.r2.low > 0.5 && one.r2.high <= 1);
	prng_seed(&prng, 1);
	assert_int_equal(regression_bootstrap(&data, 500, &prng, &two, NULL), 0);
	assert_memory_equal(first, again, sizeof(first));
	/* Two rows: half of the resamples hold one of them twice. */
	data.rows = 2;
	assert_int_equal(regression_bootstrap(&data, 100, &prng, &two, NULL), 0);
	assert_true(two.used > 20 && two.used < 80);
	free(x.values);
	free(y.values);
	json_decref(root);
}

/* Launches with a slope of their own: resampling rows alone hides that. */
static void test_bootstrap_resamples_groups(void **state)
{
	static const size_t ends[] = { 20, 40, 60 };
	double x[60], y[60];
	const double *columns[] = { x };
	struct regression_data data = { .rows = 60, .predictors = 1, .y = y, .x = columns };
	struct interval rows[2], groups[2];
	struct regression_intervals one = { .terms = rows }, two = { .terms = groups };
	struct prng prng;

	(void)state;
	for (size_t i = 0; i < 60; i++) {
		x[i] = (double)(i % 20);
		y[i] = 5 + x[i] * (10 + floor((double)i / 20));
	}
	prng_seed(&prng, 3);
	assert_int_equal(regression_bootstrap(&data, 500, &prng, &one, NULL), 0);
	data.group_end = ends;
	data.groups = 3;
	assert_int_equal(regression_bootstrap(&data, 500, &prng, &two, NULL), 0);
	/* All three draws are the first launch in 1 of 27. */
	assert_true(groups[1].low < 10.3 && groups[1].high > 11.7);
	assert_true(groups[1].high - groups[1].low > 2 * (rows[1].high - rows[1].low));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_bootstrap),
		cmocka_unit_test(test_bootstrap_resamples_groups),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
