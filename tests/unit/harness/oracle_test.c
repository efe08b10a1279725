/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <jansson.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "harness/oracle.h"

static json_t *load_schedules(void)
{
	json_error_t error;
	json_t *root = json_load_file(TEST_VECTORS "/tuning_schedules.json", 0, &error);

	assert_non_null(root);
	return root;
}

static void test_oracles_agree_with_the_schedules(void **state)
{
	json_t *root = load_schedules(), *value;
	const char *t;

	(void)state;
	json_object_foreach(json_object_get(root, "oracle_points"), t, value) {
		assert_int_equal(bd_oracle_table(strtod(t, NULL)), json_integer_value(value));
	}
	json_object_foreach(json_object_get(root, "paper_eq11_Y"), t, value) {
		assert_int_equal(
			bd_oracle_logistic(strtod(t, NULL)), json_integer_value(value));
	}
	json_decref(root);
}

static void test_logistic_is_the_formula(void **state)
{
	(void)state;
	for (unsigned t = 1; t < 20000; t++) {
		double y = 1 + 999 / (1 + exp(0.009 * ((double)t - 500)));

		/* Where the formula comes as close to a whole number as doubles get, both do.
		 */
		if (fabs(y - round(y)) > 1e-9)
			assert_int_equal(bd_oracle_logistic(t), (uint64_t)y);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_oracles_agree_with_the_schedules),
		cmocka_unit_test(test_logistic_is_the_formula),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
