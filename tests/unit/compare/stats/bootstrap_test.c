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

#define RESAMPLES_MAX 999

/* first3 in order of drawing, then the interval. */
static void check_resampled(double *resampled, size_t count, json_t *want)
{
	struct interval i;
	char path[16];

	for (int k = 0; k < 3; k++) {
		snprintf(path, sizeof(path), "first3.%d", k);
		assert_close(resampled[k], vectors_number(want, path), 1e-12);
	}
	i = bootstrap_percentile(resampled, count, 0.95);
	assert_close(i.low, vectors_number(want, "ci95_ln.0"), 1e-12);
	assert_close(i.high, vectors_number(want, "ci95_ln.1"), 1e-12);
}

static void check_medians(json_t *want, const char *old_name, const char *new_name)
{
	struct vector a = vectors_data(TEST_VECTORS, old_name, 0);
	struct vector b = vectors_data(TEST_VECTORS, new_name, 0);
	double resampled[RESAMPLES_MAX];
	struct prng prng;

	assert_int_equal((int)vectors_number(want, "B"), RESAMPLES_MAX);
	prng_seed(&prng, (uint64_t)vectors_number(want, "seed"));
	bootstrap_ratio_of_medians(
		a.values, a.n, b.values, b.n, &prng, resampled, RESAMPLES_MAX);
	check_resampled(resampled, RESAMPLES_MAX, want);
	free(a.values);
	free(b.values);
}

static void check_rounds(json_t *want, enum bootstrap_of of)
{
	struct vector a = vectors_data(TEST_VECTORS, "rounds20_a", 0);
	struct vector b = vectors_data(TEST_VECTORS, "rounds20_b", 0);
	double resampled[RESAMPLES_MAX];
	struct prng prng;

	prng_seed(&prng, (uint64_t)vectors_number(want, "seed"));
	bootstrap_rounds(a.values, b.values, a.n, of, &prng, resampled, RESAMPLES_MAX);
	check_resampled(resampled, RESAMPLES_MAX, want);
	free(a.values);
	free(b.values);
}

static void test_resampling(void **state)
{
	json_t *root = vectors_load(TEST_VECTORS, "bootstrap.json");

	(void)state;
	check_medians(vectors_at(root, "ratio_of_medians.lat30"), "lat30_a", "lat30_b");
	check_medians(vectors_at(root, "ratio_of_medians.bd"), "bd_wilcox_a", "bd_wilcox_b");
	check_rounds(vectors_at(root, "cluster_bootstrap_over_rounds.rounds20_mean"),
		BOOTSTRAP_MEAN_LN_RATIO);
	check_rounds(vectors_at(root, "cluster_bootstrap_over_rounds.rounds20_min"),
		BOOTSTRAP_LN_RATIO_OF_MINIMA);
	json_decref(root);
}

static void check_minimum(json_t *want, const double *sorted, size_t n, size_t m)
{
	double law[64], sum = 0;
	json_t *row;
	size_t index;

	bootstrap_law_of_minimum(n, m, law);
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
	struct interval i;
	double law[64];
	char path[32];

	quantile_sort(v.values, v.n);
	bootstrap_law_of_median(v.n, law);
	for (int k = 0; k < 5; k++) {
		snprintf(path, sizeof(path), "probs_first5.%d", k);
		assert_close(law[k], vectors_number(want, path), VECTORS_TOLERANCE);
	}
	assert_close(bootstrap_law_sd(v.values, law, v.n), vectors_number(want, "se"),
		VECTORS_TOLERANCE);
	i = bootstrap_law_interval(v.values, law, v.n, 0.95);
	assert_close(i.low, vectors_number(want, "ci95.0"), 0);
	assert_close(i.high, vectors_number(want, "ci95.1"), 0);
	free(v.values);
}

static void test_exact_laws(void **state)
{
	json_t *root = vectors_load(TEST_VECTORS, "bootstrap.json");
	struct vector v = vectors_data(TEST_VECTORS, "lat30_a", 0);

	(void)state;
	quantile_sort(v.values, v.n);
	check_minimum(vectors_at(root, "exact_bootstrap_of_minimum.lat30_a_n_of_n"), v.values,
		v.n, v.n);
	check_minimum(vectors_at(root, "exact_bootstrap_of_minimum.lat30_a_m9_of_n"), v.values,
		v.n, 9);
	check_median(root, "lat25_c");
	check_median(root, "bd_student");
	free(v.values);
	json_decref(root);
}

static void test_empty(void **state)
{
	struct interval i = bootstrap_percentile(NULL, 0, 0.95);

	(void)state;
	assert_true(isnan(i.low) && isnan(i.high));
	assert_true(isnan(bootstrap_law_sd(NULL, NULL, 0)));
	i = bootstrap_law_interval(NULL, NULL, 0, 0.95);
	assert_true(isnan(i.low));
	bootstrap_law_of_minimum(0, 3, NULL);
	bootstrap_law_of_median(0, NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_resampling),
		cmocka_unit_test(test_exact_laws),
		cmocka_unit_test(test_empty),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
