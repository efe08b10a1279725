/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/stats/lord.h"

#include "tests/unit/support/vectors.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static size_t before(const struct vector *all, size_t t, size_t *rejected)
{
	size_t count = 0;

	while (count < all->n && all->values[count] < (double)t) {
		rejected[count] = (size_t)all->values[count];
		count++;
	}
	return count;
}

static void test_levels(void **state)
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
static void test_levels_sum_to_what_was_earned(void **state)
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
		cmocka_unit_test(test_levels),
		cmocka_unit_test(test_levels_sum_to_what_was_earned),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
