/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/stats/summary.h"

#include "compare/stats/distribution.h"
#include "tests/unit/support/vectors.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static void test_yuen_of_scipy(void **state)
{
	json_t *root = vectors_load(TEST_VECTORS, "trimmed.json"), *one;
	size_t at;

	(void)state;
	json_array_foreach(vectors_at(root, "cases"), at, one) {
		struct vector v = vectors_array(one, "values");
		struct trimmed t = trimmed_of(
			v.values, v.n, (size_t)vectors_number(one, "trimmed_each_end"));
		double error = sqrt(t.s2 / (double)v.n);

		assert_close(t.mean, vectors_number(one, "mean"), VECTORS_TOLERANCE);
		assert_close(t.df, vectors_number(one, "df"), 0);
		assert_close(error, vectors_number(one, "standard_error"), VECTORS_TOLERANCE);
		assert_close(student_two_sided(t.mean / error, t.df), vectors_number(one, "p"),
			VECTORS_TOLERANCE);
		free(v.values);
	}
	assert_true(at >= 10);
	json_decref(root);
}

static void test_few_and_equal_values(void **state)
{
	const double one[] = { 3 }, equal[] = { 2, 2, 2, 2, 2, 2, 2 };
	const double middle_equal[] = { 9, 2, 2, 2, 2, 2, 2, 2, 2, 1 };
	struct trimmed t = trimmed_of(NULL, 0, 0);

	(void)state;
	assert_true(isnan(t.mean) && t.s2 == 0 && t.df == 0);
	t = trimmed_of(one, 1, 0);
	assert_true(t.mean == 3 && t.s2 == 0 && t.df == 0);
	t = trimmed_of(equal, 7, 1);
	assert_true(t.mean == 2 && t.s2 == 0 && t.df == 4);
	t = trimmed_of(middle_equal, 10, 1);
	assert_true(t.mean == 2 && t.s2 > 0 && t.df == 7);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_yuen_of_scipy),
		cmocka_unit_test(test_few_and_equal_values),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
