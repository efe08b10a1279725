/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/stats/multiple.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "tests/unit/support/vectors.h"

static void test_vectors(void **state)
{
	json_t *root = vectors_load(TEST_VECTORS, "null_sample.json");
	json_t *cases = vectors_at(root, "cases");

	(void)state;
	assert_true(json_array_size(cases) >= 20);
	for (size_t i = 0; i < json_array_size(cases); i++) {
		json_t *one = json_array_get(cases, i);
		struct vector null = vectors_array(one, "null");
		struct vector found = vectors_array(one, "found");
		double limit = null_sample_limit((struct null_sizes){ null.values, null.n },
			(struct null_sizes){ found.values, found.n },
			(size_t)vectors_number(one, "tests"),
			(size_t)vectors_number(one, "more"), vectors_number(one, "fdr"));
		double wanted = vectors_number(one, "limit");

		if (isinf(wanted))
			assert_true(isinf(limit));
		else
			assert_close(limit, wanted, 1e-12);
		free(null.values);
		free(found.values);
	}
	json_decref(root);
}

static void test_empty(void **state)
{
	double found[] = { 3, 2 };
	struct null_sizes some = { found, 2 }, none = { 0 };

	(void)state;
	assert_true(isinf(null_sample_limit(none, some, 10, 0, 0.05)));
	assert_true(isinf(null_sample_limit(some, none, 10, 0, 0.05)));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_vectors),
		cmocka_unit_test(test_empty),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
