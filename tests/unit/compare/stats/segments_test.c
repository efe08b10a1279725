/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/stats/segments.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "tests/unit/support/vectors.h"

static struct vector at(json_t *root, const char *list, size_t i, const char *key)
{
	char path[64];

	snprintf(path, sizeof(path), "%s.%zu.%s", list, i, key);
	return vectors_array(root, path);
}

static double number_at(json_t *root, size_t i, const char *key)
{
	char path[64];

	snprintf(path, sizeof(path), "segments.%zu.%s", i, key);
	return vectors_number(root, path);
}

static void check_location(json_t *root, size_t i, const struct segments_input *in,
	const size_t *starts, size_t count)
{
	struct vector wanted = at(root, "segments", i, "location");
	size_t low, high;

	segments_location(in, starts[0], starts[1], count > 2 ? starts[2] : in->n, &low, &high);
	assert_int_equal(low, wanted.values[0]);
	assert_int_equal(high, wanted.values[1]);
	free(wanted.values);
}

/* The best of all segmentations. */
static void test_vectors(void **state)
{
	json_t *root = vectors_load(TEST_VECTORS, "segments.json");
	size_t cases = json_array_size(vectors_at(root, "segments")), several = 0;

	(void)state;
	for (size_t i = 0; i < cases; i++) {
		struct vector values = at(root, "segments", i, "values");
		struct vector weights = at(root, "segments", i, "weights");
		struct vector prices = at(root, "segments", i, "prices");
		struct vector wanted = at(root, "segments", i, "starts");
		struct segments_input in = { values.values, weights.values, prices.values,
			values.n, (size_t)number_at(root, i, "least") };
		size_t starts[16], count = segments_find(&in, starts);

		assert_int_equal(count, wanted.n);
		for (size_t k = 0; k < count; k++)
			assert_int_equal(starts[k], wanted.values[k]);
		if (count > 1)
			check_location(root, i, &in, starts, count);
		several += count > 1;
		free(values.values);
		free(weights.values);
		free(prices.values);
		free(wanted.values);
	}
	assert_true(several > 20);
	json_decref(root);
}

static void test_clip(void **state)
{
	json_t *root = vectors_load(TEST_VECTORS, "segments.json");

	(void)state;
	for (size_t i = 0; i < json_array_size(vectors_at(root, "clip")); i++) {
		struct vector values = at(root, "clip", i, "values");
		struct vector weights = at(root, "clip", i, "weights");
		struct vector wanted = at(root, "clip", i, "clipped");
		double out[16];

		segments_clip(values.values, weights.values, values.n, 2, 3, out);
		for (size_t k = 0; k < values.n; k++)
			assert_close(out[k], wanted.values[k], VECTORS_TOLERANCE);
		free(values.values);
		free(weights.values);
		free(wanted.values);
	}
	json_decref(root);
}

static void test_none(void **state)
{
	struct segments_input in = { .least = 2 };
	double weight;
	const double values[] = { 1, 3 }, weights[] = { 1, 3 };
	size_t starts[1];

	(void)state;
	assert_int_equal(segments_find(&in, starts), 0);
	in.values = values;
	in.weights = weights;
	assert_float_equal(segments_mean(&in, 0, 2, &weight), 2.5, 1e-15);
	assert_float_equal(weight, 4, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_vectors),
		cmocka_unit_test(test_clip),
		cmocka_unit_test(test_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
