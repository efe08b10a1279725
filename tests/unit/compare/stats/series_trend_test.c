/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "compare/stats/series.h"
#include "tests/unit/support/vectors.h"

#define DATA(name) vectors_data(TEST_VECTORS, name, 0)

static void check_trend(json_t *root, const char *name)
{
	struct vector v = DATA(name);
	json_t *want = vectors_at(vectors_at(root, "mann_kendall"), name);
	struct mann_kendall m = mann_kendall(v.values, v.n), back;

	assert_close(m.s, vectors_number(want, "S"), 0);
	assert_close(m.variance, vectors_number(want, "var"), VECTORS_TOLERANCE);
	assert_close(m.z, vectors_number(want, "z"), VECTORS_TOLERANCE);
	assert_close(m.p, vectors_number(want, "p"), VECTORS_TOLERANCE);
	assert_close(
		sen_slope(v.values, v.n), vectors_number(want, "sen_slope"), VECTORS_TOLERANCE);
	for (size_t i = 0; i < v.n; i++)
		v.values[i] = -v.values[i];
	back = mann_kendall(v.values, v.n);
	assert_close(back.z, -m.z, 0);
	free(v.values);
}

static void test_trend(void **state)
{
	json_t *root = vectors_load(TEST_VECTORS, "autocorrelation.json");

	(void)state;
	check_trend(root, "drift40");
	check_trend(root, "ar60");
	check_trend(root, "lat30_a");
	check_trend(root, "ties12");
	json_decref(root);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_trend),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
