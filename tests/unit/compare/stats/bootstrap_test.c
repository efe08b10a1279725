/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <jansson.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "compare/stats/bootstrap.h"
#include "compare/stats/prng.h"
#include "compare/stats/quantile.h"
#include "tests/unit/support/vectors.h"

static void check_minimum(json_t *want, const double *sorted, size_t n)
{
	double law[64], sum = 0;
	json_t *row;
	size_t index;

	bootstrap_law(n, 1, law);
	json_array_foreach(want, index, row) {
		size_t order = (size_t)vectors_number(row, "order");

		assert_close(sorted[order - 1], vectors_number(row, "value"), 0);
		assert_close(law[order - 1], vectors_number(row, "prob"), VECTORS_TOLERANCE);
	}
	for (size_t i = 0; i < n; i++)
		sum += law[i];
	assert_close(sum, 1, 1e-12);
}

static void check_median(json_t *root, const char *name)
{
	struct vector v = vectors_data(TEST_VECTORS, name, 0);
	json_t *want = vectors_at(vectors_at(root, "exact_bootstrap_of_median"), name);
	double law[64];
	char path[32];

	quantile_sort(v.values, v.n);
	bootstrap_law(v.n, (v.n + 1) / 2, law);
	for (int k = 0; k < 5; k++) {
		snprintf(path, sizeof(path), "probs_first5.%d", k);
		assert_close(law[k], vectors_number(want, path), VECTORS_TOLERANCE);
	}
	free(v.values);
}

static void test_exact_laws(void **state)
{
	json_t *root = vectors_load(TEST_VECTORS, "bootstrap.json");
	struct vector v = vectors_data(TEST_VECTORS, "lat30_a", 0);

	(void)state;
	quantile_sort(v.values, v.n);
	check_minimum(
		vectors_at(root, "exact_bootstrap_of_minimum.lat30_a_n_of_n"), v.values, v.n);
	check_median(root, "lat25_c");
	check_median(root, "bd_student");
	free(v.values);
	json_decref(root);
}

/* Two values a side: minima are 1 in 3/4 of the draws of old, 2 in 3/4 of those of new. */
static void test_ratio(void **state)
{
	static const double one[] = { 1, 3 }, two[] = { 2, 4 };
	struct bootstrap_side old = { one, 2, 1 }, new = { two, 2, 1 };
	struct bootstrap_ratio r = bootstrap_ratio(old, new), mirror, same;

	(void)state;
	assert_true(r.ratio == 2);
	/* Below 1: 3 against 2, in 1/4 of 3/4. */
	assert_close(r.p, 2 * 3.0 / 16, 1e-12);
	assert_true(r.ci95.low == 2.0 / 3 && r.ci95.high == 4);
	mirror = bootstrap_ratio(new, old);
	assert_close(mirror.p, r.p, 1e-12);
	assert_close(mirror.ci95.low, 1 / r.ci95.high, 1e-12);
	assert_close(mirror.ci90.high, 1 / r.ci90.low, 1e-12);
	same = bootstrap_ratio(old, old);
	assert_true(same.ratio == 1 && same.p == 1);
}

/* Against resamples: the law of a lower quartile. */
static void test_law_agrees_with_drawing(void **state)
{
	enum { N = 7, RANK = 2, DRAWS = 20000 };
	double law[N], seen[N] = { 0 };
	struct prng prng;

	(void)state;
	prng_seed(&prng, 5);
	for (int i = 0; i < DRAWS; i++) {
		double drawn[N];

		for (int k = 0; k < N; k++)
			drawn[k] = (double)prng_below(&prng, N);
		quantile_sort(drawn, N);
		seen[(int)drawn[RANK - 1]]++;
	}
	bootstrap_law(N, RANK, law);
	for (int i = 0; i < N; i++)
		assert_true(fabs(seen[i] / DRAWS - law[i]) < 0.015);
}

static void test_empty(void **state)
{
	struct interval i = bootstrap_percentile(NULL, 0, 0.95);
	double values[] = { 3, 1, 2 };

	(void)state;
	assert_true(isnan(i.low) && isnan(i.high));
	bootstrap_law(0, 1, NULL);
	i = bootstrap_percentile(values, 3, 0.5);
	assert_true(i.low == 1.5 && i.high == 2.5);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_ratio),
		cmocka_unit_test(test_law_agrees_with_drawing),
		cmocka_unit_test(test_exact_laws),
		cmocka_unit_test(test_empty),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
