/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <jansson.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "compare/stats/density.h"
#include "compare/stats/quantile.h"
#include "tests/unit/support/vectors.h"

#define DATA(name) vectors_data(TEST_VECTORS, name, 0)

static const double same[] = { 3, 3, 3, 3 };

static void check_density(json_t *root, const char *name)
{
	struct vector v = DATA(name);
	json_t *want = vectors_at(vectors_at(root, "kde"), name);
	struct density_mode modes[8], top = { 0 };
	struct density d;
	size_t count;

	quantile_sort(v.values, v.n);
	density_with(&d, v.values, v.n, density_bandwidth(v.values, v.n));
	assert_close(d.bandwidth, vectors_number(want, "bw_nrd0"), VECTORS_TOLERANCE);
	count = density_modes(&d, modes, 8);
	assert_int_equal(count, (size_t)vectors_number(want, "modes_exact_grid512"));
	for (size_t i = 0; i < count; i++)
		if (modes[i].height > top.height)
			top = modes[i];
	/* R's density() puts the values on the grid first: it is not exact. */
	assert_true(fabs(top.x - vectors_number(want, "peak")) <= d.step);
	assert_close(top.height, vectors_number(want, "peak_density"), 1e-3);
	free(v.values);
}

static void test_density(void **state)
{
	json_t *root = vectors_load(TEST_VECTORS, "multimodality.json");
	static const double two[] = { 10, 10, 10, 10, 20, 20, 20 }, zeros[] = { 0, 0 };
	struct density_mode modes[2] = { { 0, 0, 0 }, { 0, 0, 0 } };
	struct density d;

	(void)state;
	check_density(root, "bimodal60");
	check_density(root, "lat30_a");
	check_density(root, "drift40");
	density_with(&d, two, 7, density_bandwidth(two, 7));
	assert_int_equal(density_modes(&d, modes, 2), 2);
	assert_true(modes[0].valley < modes[1].height && modes[1].height < modes[0].height);
	assert_true(fabs(modes[0].x - 10) < 0.5 && fabs(modes[1].x - 20) < 0.5);
	assert_close(modes[1].valley, 0, 0);
	assert_int_equal(density_modes(&d, modes, 1), 2);
	density_with(&d, same, 4, density_bandwidth(same, 4));
	assert_int_equal(density_modes(&d, modes, 2), 1);
	density_with(&d, zeros, 2, density_bandwidth(zeros, 2));
	assert_int_equal(density_modes(&d, modes, 2), 1);
	assert_true(isnan(density_bandwidth(NULL, 0)));
	json_decref(root);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_density),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
