/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <jansson.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "compare/stats/random_effects.h"
#include "tests/unit/support/vectors.h"

static void test_vectors(void **state)
{
	json_t *root = vectors_load(TEST_VECTORS, "random_effects.json"), *set;
	const char *name;

	(void)state;
	assert_int_equal(json_object_size(root), 3);
	json_object_foreach(root, name, set) {
		struct vector y = vectors_array(set, "estimates"),
			      se = vectors_array(set, "errors");
		struct random_effects found;

		assert_true(random_effects(y.values, se.values, y.n, &found));
		assert_close(found.tau2, vectors_number(set, "tau2"), VECTORS_TOLERANCE);
		assert_close(found.mean, vectors_number(set, "mean"), VECTORS_TOLERANCE);
		assert_close(found.low, vectors_number(set, "low"), VECTORS_TOLERANCE);
		assert_close(found.high, vectors_number(set, "high"), VECTORS_TOLERANCE);
		free(y.values);
		free(se.values);
	}
	json_decref(root);
}

static void test_one_machine_tells_nothing_of_others(void **state)
{
	double y[] = { 0.1, 0.2 }, se[] = { 0.01, 0 };
	struct random_effects found;

	(void)state;
	assert_false(random_effects(y, se, 1, &found));
	assert_true(isnan(found.mean));
	assert_false(random_effects(y, se, 2, &found));
	assert_true(isnan(found.high));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_vectors),
		cmocka_unit_test(test_one_machine_tells_nothing_of_others),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
