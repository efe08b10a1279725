/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/verdict/swap_test.h"

#include "compare/stats/prng.h"
#include "tests/unit/support/vectors.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

/* All 2^n swaps of the minima of a round. */
static double enumerated(const double *a, const double *b, size_t n)
{
	size_t reached = 0, total = (size_t)1 << n;
	double bar = -1;

	for (size_t swaps = 0; swaps < total; swaps++) {
		double low[2] = { INFINITY, INFINITY }, distance;

		for (size_t i = 0; i < n; i++) {
			size_t side = swaps >> i & 1;

			low[side] = fmin(low[side], a[i]);
			low[!side] = fmin(low[!side], b[i]);
		}
		distance = fabs(log(low[1]) - log(low[0]));
		if (swaps == 0)
			bar = distance * (1 - 1e-12);
		reached += distance >= bar;
	}
	return (double)reached / (double)total;
}

static void check_swap(const char *old_name, const char *new_name, size_t n, const char *path)
{
	json_t *root = vectors_load(TEST_VECTORS, "permutation.json");
	json_t *want = vectors_at(vectors_at(root, "swap_min_closed_form"), path);
	struct vector a = vectors_data(TEST_VECTORS, old_name, 0);
	struct vector b = vectors_data(TEST_VECTORS, new_name, 0);
	struct swap_test got = swap_test(a.values, b.values, n, 0);

	assert_close(got.p, vectors_number(want, "p"), 0);
	assert_int_equal(got.below, (size_t)vectors_number(want, "c"));
	if (n <= 10)
		assert_close(enumerated(a.values, b.values, n), vectors_number(want, "p"), 0);
	free(a.values);
	free(b.values);
	json_decref(root);
}

static void test_swap_of_minima(void **state)
{
	json_t *root = vectors_load(TEST_VECTORS, "permutation.json");
	struct vector a = vectors_array(root, "swap_min_closed_form.ties.a");
	struct vector b = vectors_array(root, "swap_min_closed_form.ties.b");
	struct swap_test got = swap_test(a.values, b.values, a.n, 0);

	(void)state;
	check_swap("rounds8_a", "rounds8_b", 8, "rounds8");
	check_swap("rounds20_a", "rounds20_b", 20, "rounds20");
	check_swap("lat30_a", "lat30_b", 10, "lat30_first10");
	assert_close(got.p, vectors_number(root, "swap_min_closed_form.ties.p"), 0);
	assert_int_equal(
		got.below, (size_t)vectors_number(root, "swap_min_closed_form.ties.c"));
	assert_close(enumerated(a.values, b.values, a.n),
		vectors_number(root, "swap_min_closed_form.ties.enumerated"), 0);
	assert_close(swap_test(a.values, a.values, a.n, 0).p,
		vectors_number(root, "swap_min_closed_form.equal_minima.p"), 0);
	assert_true(isnan(swap_test(NULL, NULL, 0, 0).p));
	free(a.values);
	free(b.values);
	json_decref(root);
}

/* The random number vectors: one number a permutation, bit i swaps round i. */
static void test_swap_by_monte_carlo(void **state)
{
	json_t *root = vectors_load(TEST_VECTORS, "permutation.json");
	json_t *want = vectors_at(root, "swap_min.rounds20_mc");
	struct vector a = vectors_data(TEST_VECTORS, "rounds20_a", 0);
	struct vector b = vectors_data(TEST_VECTORS, "rounds20_b", 0);
	double bar = vectors_number(want, "statistic_ln_min_ratio") * (1 - 1e-12);
	size_t reached = 0, total = (size_t)vectors_number(want, "nperm");
	struct prng prng;

	(void)state;
	prng_seed(&prng, (uint64_t)vectors_number(want, "seed"));
	for (size_t k = 0; k < total; k++) {
		uint64_t bits = prng_next(&prng);
		double low[2] = { INFINITY, INFINITY };

		for (size_t i = 0; i < a.n; i++) {
			low[bits >> i & 1] = fmin(low[bits >> i & 1], a.values[i]);
			low[!(bits >> i & 1)] = fmin(low[!(bits >> i & 1)], b.values[i]);
		}
		reached += fabs(log(low[1] / low[0])) >= bar;
	}
	assert_int_equal(reached, (size_t)vectors_number(want, "count_ge"));
	assert_close((double)(reached + 1) / (double)(total + 1), vectors_number(want, "p"), 0);
	free(a.values);
	free(b.values);
	json_decref(root);
}

/* Of the test against that change. */
static size_t rounds_below(const struct vector *a, const struct vector *b, double change)
{
	double shifted[20];

	for (size_t i = 0; i < 20; i++)
		shifted[i] = b->values[i] / change;
	return swap_test(a->values, shifted, 20, 0).below;
}

/* Just outside the interval the test has SWAP_RANK rounds below, just inside it has fewer. */
static void test_interval_inverts_the_test(void **state)
{
	struct vector a = vectors_data(TEST_VECTORS, "rounds20_a", 0);
	struct vector b = vectors_data(TEST_VECTORS, "rounds20_b", 0);
	struct swap_test test = swap_test(a.values, b.values, 20, 0);
	struct interval got = test.interval;
	const double ends[] = { got.low, got.high };

	(void)state;
	assert_true(got.low <= test.ratio);
	assert_true(got.high >= test.ratio);
	for (size_t end = 0; end < 2; end++) {
		double out = end ? 1 + 1e-9 : 1 - 1e-9;

		assert_true(rounds_below(&a, &b, ends[end] * out) >= SWAP_RANK);
		assert_true(rounds_below(&a, &b, ends[end] / out) < SWAP_RANK);
	}
	got = swap_test(a.values, b.values, SWAP_RANK - 1, 0).interval;
	assert_true(got.low == 0 && isinf(got.high));
	assert_true(isnan(swap_test(NULL, NULL, 0, 0).ratio));
	free(a.values);
	free(b.values);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_swap_of_minima),
		cmocka_unit_test(test_swap_by_monte_carlo),
		cmocka_unit_test(test_interval_inverts_the_test),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
