/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <jansson.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "compare/stats/dip.h"
#include "compare/stats/quantile.h"
#include "tests/unit/support/vectors.h"

#define DATA(name) vectors_data(TEST_VECTORS, name, 0)

static const double same[] = { 3, 3, 3, 3 };

static double dip_of(struct vector v)
{
	quantile_sort(v.values, v.n);
	return dip_statistic(v.values, v.n);
}

static void test_dip(void **state)
{
	json_t *root = vectors_load(TEST_VECTORS, "multimodality.json");
	struct vector bimodal = DATA("bimodal60"), lat = DATA("lat30_a");
	static const double five[] = { 1, 2, 3, 4, 5 }, two_threes[] = { 1, 2, 3, 10, 11, 12 };
	static const double atoms[] = { 1, 1, 1, 5, 5, 5 };

	(void)state;
	assert_close(
		dip_of(bimodal), vectors_number(root, "dip.bimodal60.dip"), VECTORS_TOLERANCE);
	assert_close(dip_of(lat), vectors_number(root, "dip.lat30_a.dip"), VECTORS_TOLERANCE);
	assert_close(dip_statistic(five, 5), vectors_number(root, "dip.one_to_5.dip"),
		VECTORS_TOLERANCE);
	assert_close(dip_statistic(two_threes, 6), vectors_number(root, "dip.tiny.dip"),
		VECTORS_TOLERANCE);
	assert_close(dip_statistic(atoms, 6), 0.25, 1e-15);
	assert_close(dip_statistic(same, 4), 0.125, 0);
	assert_true(isnan(dip_statistic(NULL, 0)));
	/* Both tables are simulated: equal but for that. */
	assert_true(fabs(dip_p(dip_of(lat), 30) - vectors_number(root, "dip.lat30_a.p_table")) <
		    0.01);
	assert_true(fabs(dip_p(two_threes[0] * 7 / 36, 6) -
			    vectors_number(root, "dip.tiny.p_table")) < 0.002);
	assert_true(dip_p(dip_of(bimodal), 60) <= 1e-4);
	assert_true(dip_p(0.0923810263068759, 272) <= 1e-4);
	assert_close(dip_p(0.25, 3), 1, 0);
	assert_close(dip_p(0.01, 100), 1, 0);
	assert_close(dip_p(0.3, 1000000), 1e-4, 0);
	free(bimodal.values);
	free(lat.values);
	json_decref(root);
}

/* Mirrored, moved and stretched values have the same dip. */
static void test_dip_does_not_see_the_scale(void **state)
{
	static const char *const names[] = { "ar60", "lat30_a", "drift40", "ties12",
		"bimodal60", "swift11" };

	(void)state;
	for (size_t k = 0; k < 6; k++) {
		struct vector v = DATA(names[k]);
		double dip = dip_of(v);

		assert_true(dip >= 0.5 / (double)v.n && dip <= 0.25);
		for (size_t i = 0; i < v.n; i++)
			v.values[i] = 7 - 3 * v.values[i];
		assert_close(dip_of(v), dip, 1e-9);
		free(v.values);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_dip),
		cmocka_unit_test(test_dip_does_not_see_the_scale),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
