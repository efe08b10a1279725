/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "harness/oracle.h"

static json_t *load_schedules(void)
{
	json_error_t error;
	json_t *root = json_load_file(TEST_VECTORS "/tuning_schedules.json", 0, &error);

	assert_non_null(root);
	return root;
}

static void test_agrees_with_the_schedules(void **state)
{
	json_t *root = load_schedules(), *value;
	const char *t;

	(void)state;
	json_object_foreach(json_object_get(root, "oracle_points"), t, value) {
		assert_int_equal(bd_oracle(strtod(t, NULL)), json_integer_value(value));
	}
	json_decref(root);
}

static void test_table_gives_every_value_of_the_reference(void **state)
{
	FILE *in = fopen(TEST_VECTORS "/oracle_evals.csv", "re");
	unsigned from, to, evals, rows = 0;
	uint64_t sum = 0;
	char line[100];

	(void)state;
	assert_non_null(in);
	assert_non_null(fgets(line, sizeof(line), in));
	while (fgets(line, sizeof(line), in) &&
		sscanf(line, "%u,%u,%u", &from, &to, &evals) == 3) { // NOLINT(cert-err34-c)
		for (unsigned t = from; t <= to; t++) {
			assert_int_equal(bd_oracle(t), evals);
			sum += evals;
		}
		rows++;
	}
	fclose(in);
	assert_int_equal(rows, 503);
	assert_int_equal(sum, 367712);
	assert_int_equal(bd_oracle(9001), 1);
	assert_int_equal(bd_oracle(1e15), 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_table_gives_every_value_of_the_reference),
		cmocka_unit_test(test_agrees_with_the_schedules),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
