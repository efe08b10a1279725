/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <jansson.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "compare/stats/multiple.h"
#include "tests/unit/support/vectors.h"

static void check_adjusted(json_t *set)
{
	struct vector p = vectors_array(set, "p"), want = vectors_array(set, "BH");

	adjust_bh(p.values, p.values, p.n);
	for (size_t i = 0; i < p.n; i++)
		assert_close(p.values[i], want.values[i], VECTORS_TOLERANCE);
	free(p.values);
	free(want.values);
}

static void test_adjusted_p(void **state)
{
	json_t *root = vectors_load(TEST_VECTORS, "multiple_testing.json"), *set;
	const char *name;

	(void)state;
	assert_int_equal(json_object_size(root), 3);
	json_object_foreach(root, name, set)
		check_adjusted(set);
	json_decref(root);
}

static void test_nan_is_no_member_of_the_family(void **state)
{
	double p[] = { NAN, 0.01, NAN, 0.5 }, q[4];

	(void)state;
	adjust_bh(p, q, 4);
	assert_true(isnan(q[0]) && isnan(q[2]));
	assert_close(q[1], 0.02, 1e-15);
	adjust_bh(NULL, NULL, 0);
}

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

static size_t before(const struct vector *all, size_t t, size_t *rejected)
{
	size_t count = 0;

	while (count < all->n && all->values[count] < (double)t) {
		rejected[count] = (size_t)all->values[count];
		count++;
	}
	return count;
}

static void test_lord_levels(void **state)
{
	json_t *root = vectors_load(TEST_VECTORS, "online.json"), *one;
	size_t at, rejected[8];

	(void)state;
	json_array_foreach(vectors_at(root, "lord"), at, one) {
		struct vector levels = vectors_array(one, "levels");
		struct vector all = vectors_array(one, "rejected");
		size_t first = (size_t)vectors_number(one, "first");
		/* The manual prints ten decimals. */
		double tolerance =
			vectors_number(one, "digits") > 10 ? VECTORS_TOLERANCE : 2e-7;

		for (size_t i = 0; i < levels.n; i++)
			assert_close(lord_level(first + i, rejected,
					     before(&all, first + i, rejected),
					     vectors_number(one, "alpha"),
					     vectors_number(one, "w0")),
				levels.values[i], tolerance);
		free(levels.values);
		free(all.values);
	}
	assert_int_equal(at, 3);
	json_decref(root);
}

/* What the proof needs: up to any test, whatever was rejected before. */
static void test_lord_levels_sum_to_what_was_earned(void **state)
{
	(void)state;
	for (size_t every = 1; every < 40; every += 3) {
		size_t rejected[1000], count = 0;
		double sum = 0;

		for (size_t t = 1; t <= 1000; t++) {
			sum += lord_level(t, rejected, count, 0.05, 0.025);
			if (t % every == 0)
				rejected[count++] = t;
			assert_true(sum <= 0.05 * fmax(1, (double)count) * (1 + 1e-6));
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_adjusted_p),
		cmocka_unit_test(test_nan_is_no_member_of_the_family),
		cmocka_unit_test(test_vectors),
		cmocka_unit_test(test_empty),
		cmocka_unit_test(test_lord_levels),
		cmocka_unit_test(test_lord_levels_sum_to_what_was_earned),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
