/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/verdict/paired.h"
#include "tests/unit/support/suite.h"
#include "tests/unit/support/vectors.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define SUITE_MAX 200

/* One benchmark whose minima and medians are both the given values. */
static struct paired_result alone(const char *old_name, const char *new_name, size_t n)
{
	struct vector a = vectors_data(TEST_VECTORS, old_name, 0);
	struct vector b = vectors_data(TEST_VECTORS, new_name, 0);
	struct paired_options options = paired_options_default();
	struct paired_input in = { .rounds = n,
		.old_min = a.values,
		.new_min = b.values,
		.old_median = a.values,
		.new_median = b.values,
		.step_ns = NAN,
		.threshold = NAN };
	struct paired_result result;

	paired_compare(&in, 1, &options, &result, NULL);
	free(a.values);
	free(b.values);
	return result;
}

static void test_parts_of_one_benchmark(void **state)
{
	json_t *root = vectors_load(TEST_VECTORS, "permutation.json");
	struct paired_result r = alone("rounds8_a", "rounds8_b", 8);
	json_t *want = vectors_at(root, "default_test");

	(void)state;
	assert_close(r.part_p[PAIRED_MEDIAN], vectors_number(want, "rounds8.p_t"),
		VECTORS_TOLERANCE);
	assert_close(r.part_p[PAIRED_LOW], r.part_p[PAIRED_MEDIAN], 0);
	assert_close(r.part_p[PAIRED_MIN], vectors_number(want, "rounds8.p_swap"), 0);
	/* The earlier form took twice the smaller of two parts, ours three times of three. */
	assert_close(r.p, vectors_number(want, "rounds8.p") * 3 / 2, VECTORS_TOLERANCE);
	r = alone("rounds20_a", "rounds20_b", 20);
	assert_close(r.part_p[PAIRED_MEDIAN], vectors_number(want, "rounds20.p_t"),
		VECTORS_TOLERANCE);
	assert_close(r.p, vectors_number(want, "rounds20.p") * 3 / 2, VECTORS_TOLERANCE);
	assert_int_equal(r.decided_by, PAIRED_MIN);
	assert_string_equal(paired_part_name(r.decided_by), "overall minima");
	json_decref(root);
}

static void test_interval_is_that_of_the_t_test(void **state)
{
	json_t *root = vectors_load(TEST_VECTORS, "ttests.json");
	struct paired_result r = alone("rounds20_a", "rounds20_b", 20);

	(void)state;
	assert_close(log(r.ratio_low), vectors_number(root, "paired_ln.rounds20_b_a.ci95.0"),
		VECTORS_TOLERANCE);
	assert_close(log(r.ratio_high), vectors_number(root, "paired_ln.rounds20_b_a.ci95.1"),
		VECTORS_TOLERANCE);
	json_decref(root);
}

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
	size_t c;

	assert_close(swap_minima_p(a.values, b.values, n, 0, &c), vectors_number(want, "p"), 0);
	assert_int_equal(c, (size_t)vectors_number(want, "c"));
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
	size_t c;

	(void)state;
	check_swap("rounds8_a", "rounds8_b", 8, "rounds8");
	check_swap("rounds20_a", "rounds20_b", 20, "rounds20");
	check_swap("lat30_a", "lat30_b", 10, "lat30_first10");
	assert_close(swap_minima_p(a.values, b.values, a.n, 0, &c),
		vectors_number(root, "swap_min_closed_form.ties.p"), 0);
	assert_int_equal(c, (size_t)vectors_number(root, "swap_min_closed_form.ties.c"));
	assert_close(enumerated(a.values, b.values, a.n),
		vectors_number(root, "swap_min_closed_form.ties.enumerated"), 0);
	assert_close(swap_minima_p(a.values, a.values, a.n, 0, NULL),
		vectors_number(root, "swap_min_closed_form.equal_minima.p"), 0);
	assert_true(isnan(swap_minima_p(NULL, NULL, 0, 0, NULL)));
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

/* Rounds with the mean and variance of limma's suites must give limma's p, but for the policy.
 */
static void test_moderation_is_that_of_limma(void **state)
{
	json_t *root = vectors_load(TEST_VECTORS, "moderated_t.json");
	json_t *one = vectors_at(root, "cases.0");
	struct vector mean = vectors_array(one, "mean"), s2 = vectors_array(one, "s2");
	struct vector p = vectors_array(one, "p");
	struct paired_options options = paired_options_default();
	struct paired_result results[SUITE_MAX];
	struct suite suite = suite_new(mean.n, 8);
	struct paired_suite got;
	struct paired_result plain[SUITE_MAX];

	(void)state;
	for (size_t i = 0; i < suite.n; i++)
		for (size_t r = 0; r < 8; r++) {
			/* Eight values of mean 0 and variance 1. */
			double unit = (r % 2 ? 1 : -1) * sqrt(7.0 / 8);
			double d = mean.values[i] + sqrt(s2.values[i]) * unit;

			*suite_value(&suite, i, 0, r) = *suite_value(&suite, i, 2, r) = 1000;
			*suite_value(&suite, i, 1, r) = *suite_value(&suite, i, 3, r) =
				1000 * exp(d);
		}
	paired_compare(suite.inputs, suite.n, &options, results, &got);
	options.moderation = false;
	paired_compare(suite.inputs, suite.n, &options, plain, NULL);
	assert_true(got.moderated);
	assert_close(got.df0[PAIRED_MEDIAN], vectors_number(one, "df_prior"), 1e-7);
	assert_close(got.s0_squared[PAIRED_LOW], vectors_number(one, "var_prior"), 1e-7);
	for (size_t i = 0; i < suite.n; i++)
		assert_close(results[i].part_p[PAIRED_MEDIAN],
			fmax(p.values[i], plain[i].part_p[PAIRED_MEDIAN] / 30), 1e-6);
	free(mean.values);
	free(s2.values);
	free(p.values);
	suite_release(&suite);
	json_decref(root);
}

static struct suite noisy_suite(
	size_t n, size_t rounds, uint64_t seed, double factor, size_t changed)
{
	struct suite suite = suite_new(n, rounds);
	struct prng prng;

	prng_seed(&prng, seed);
	for (size_t i = 0; i < n; i++)
		suite_fill(&suite, i, 0.005 * exp(0.5 * normal_draw(&prng)),
			i < changed ? factor : 1, &prng);
	return suite;
}

/* 40 suites of 100 unchanged benchmarks: the share of suites with a flag is bounded by the
 * false discovery rate; 8 or more of 40 at 5 % has a probability under 0.1 %. Seeded: no
 * chance. */
static void test_unchanged_suites_stay_quiet(void **state)
{
	struct paired_options options = paired_options_default();
	struct paired_result results[SUITE_MAX];
	size_t flagged = 0;

	(void)state;
	for (uint64_t seed = 1; seed <= 40; seed++) {
		struct suite suite = noisy_suite(100, 10, seed, 1, 0);
		struct paired_suite got;

		paired_compare(suite.inputs, suite.n, &options, results, &got);
		flagged += got.rejected > 0;
		suite_release(&suite);
	}
	assert_true(flagged < 8);
}

static void test_changes_are_found(void **state)
{
	struct paired_options options = paired_options_default();
	struct paired_result results[SUITE_MAX];
	struct suite suite = noisy_suite(100, 10, 5, 1.03, 10);
	struct paired_suite got;
	size_t found = 0, unchanged = 0;

	(void)state;
	paired_compare(suite.inputs, suite.n, &options, results, &got);
	for (size_t i = 0; i < 100; i++) {
		found += i < 10 && results[i].verdict == VERDICT_REGRESSED;
		unchanged += i >= 10 && results[i].verdict == VERDICT_UNCHANGED;
		assert_true(results[i].smallest > 0 && results[i].smallest < 0.2);
		assert_true(results[i].ratio_low < results[i].ratio_high);
	}
	assert_true(found >= 9 && unchanged >= 80);
	assert_true(got.rejected >= found && got.compared == 100);
	suite_release(&suite);
}

/* Old and new exchanged: the mirrored result, to the last digit where it matters. */
static void test_swap_symmetry(void **state)
{
	struct paired_options options = paired_options_default();
	struct paired_result there[SUITE_MAX], back[SUITE_MAX];
	struct suite suite = noisy_suite(60, 8, 3, 1.04, 20);

	(void)state;
	paired_compare(suite.inputs, suite.n, &options, there, NULL);
	for (size_t i = 0; i < suite.n; i++) {
		struct paired_input *in = &suite.inputs[i];
		const double *min = in->old_min, *median = in->old_median;

		in->old_min = in->new_min;
		in->old_median = in->new_median;
		in->new_min = min;
		in->new_median = median;
	}
	for (size_t k = 0; k < suite.n * suite.rounds; k++)
		suite.order[k] = (signed char)-suite.order[k];
	paired_compare(suite.inputs, suite.n, &options, back, NULL);
	for (size_t i = 0; i < suite.n; i++) {
		static const enum verdict mirror[] = { [VERDICT_REGRESSED] = VERDICT_IMPROVED,
			[VERDICT_IMPROVED] = VERDICT_REGRESSED,
			[VERDICT_INCONCLUSIVE] = VERDICT_INCONCLUSIVE,
			[VERDICT_UNCHANGED] = VERDICT_UNCHANGED };

		assert_int_equal(back[i].verdict, mirror[there[i].verdict]);
		assert_close(back[i].p, there[i].p, 1e-9);
		assert_close(back[i].q, there[i].q, 1e-9);
		assert_close(back[i].ratio * there[i].ratio, 1, 1e-12);
		assert_close(back[i].ratio_low * there[i].ratio_high, 1, 1e-12);
		assert_close(back[i].smallest, there[i].smallest, 1e-9);
	}
	suite_release(&suite);
}

static void test_unit_does_not_matter(void **state)
{
	struct paired_options options = paired_options_default();
	struct paired_result ns[SUITE_MAX], other[SUITE_MAX];
	struct suite suite = noisy_suite(40, 8, 3, 1.04, 10);

	(void)state;
	paired_compare(suite.inputs, suite.n, &options, ns, NULL);
	for (size_t k = 0; k < 4 * suite.n * suite.rounds; k++)
		suite.values[k] *= 1e-3;
	paired_compare(suite.inputs, suite.n, &options, other, NULL);
	for (size_t i = 0; i < suite.n; i++) {
		assert_int_equal(ns[i].verdict, other[i].verdict);
		assert_close(other[i].p, ns[i].p, 1e-6);
	}
	suite_release(&suite);
}

/* A launch that runs second is 1 % slower: with coins that fell unevenly that is no change. */
static void test_order_effect_is_taken_out(void **state)
{
	struct paired_options options = paired_options_default();
	struct paired_result results[SUITE_MAX];
	struct suite suite = noisy_suite(100, 10, 11, 1, 0);
	struct paired_suite got;

	(void)state;
	for (size_t k = 0; k < suite.n * suite.rounds; k++)
		if (k % 10 == 1)
			suite.order[k] = suite.order[k - 1];
	for (size_t i = 0; i < suite.n; i++)
		for (size_t r = 0; r < suite.rounds; r++) {
			int second = suite.order[i * suite.rounds + r] > 0;

			*suite_value(&suite, i, second, r) *= 1.01;
			*suite_value(&suite, i, 2 + (size_t)second, r) *= 1.01;
		}
	paired_compare(suite.inputs, suite.n, &options, results, &got);
	assert_true(fabs(got.order_effect[PAIRED_MEDIAN] - log(1.01)) < 0.001);
	assert_true(fabs(got.order_effect[PAIRED_LOW] - log(1.01)) < 0.001);
	assert_int_equal(got.rejected, 0);
	suite_release(&suite);
}

/* Every number the same but for the change: the clock is coarse or the machine is perfect. */
static void test_no_spread(void **state)
{
	struct paired_options options = paired_options_default();
	struct paired_result results[2];
	struct suite suite = suite_new(2, 5);

	(void)state;
	for (size_t k = 0; k < 4 * 2 * 5; k++)
		suite.values[k] = 10;
	for (size_t r = 0; r < 5; r++)
		*suite_value(&suite, 1, 1, r) = *suite_value(&suite, 1, 3, r) = 11;
	paired_compare(suite.inputs, 2, &options, results, NULL);
	assert_close(results[0].p, 1, 0);
	assert_int_equal(results[0].verdict, VERDICT_UNCHANGED);
	assert_close(results[0].ratio_low, 1, 0);
	assert_close(results[1].p, 0, 0);
	assert_int_equal(results[1].verdict, VERDICT_REGRESSED);
	assert_close(results[1].ratio, 1.1, 1e-12);
	/* One step of the clock is no change. */
	suite.inputs[1].step_ns = 1;
	paired_compare(suite.inputs, 2, &options, results, NULL);
	assert_true(results[1].verdict != VERDICT_REGRESSED);
	assert_close(results[1].p, 0, 0);
	assert_close(results[1].q, 1, 0);
	suite_release(&suite);
}

static void test_threshold_and_strict(void **state)
{
	struct paired_options options = paired_options_default();
	struct paired_result results[1], strict[1];
	struct suite suite = noisy_suite(1, 20, 2, 1.03, 1);

	(void)state;
	paired_compare(suite.inputs, 1, &options, results, NULL);
	assert_int_equal(results[0].verdict, VERDICT_REGRESSED);
	options.strict = true;
	paired_compare(suite.inputs, 1, &options, strict, NULL);
	for (int part = 0; part < 3; part++)
		assert_true(strict[0].part_p[part] >= results[0].part_p[part]);
	assert_true(strict[0].part_p[PAIRED_MEDIAN] > results[0].part_p[PAIRED_MEDIAN]);
	assert_true(strict[0].p >= results[0].p && strict[0].smallest >= results[0].smallest);
	options.strict = false;
	suite.inputs[0].threshold = 0.05;
	paired_compare(suite.inputs, 1, &options, results, NULL);
	assert_int_equal(results[0].verdict, VERDICT_INCONCLUSIVE);
	suite_release(&suite);
}

/* Medians slower in every round, minima faster in every round. */
static void test_conflict(void **state)
{
	struct paired_options options = paired_options_default();
	struct paired_result r;
	struct suite suite = noisy_suite(1, 12, 2, 1, 0);

	(void)state;
	for (size_t k = 0; k < 12; k++) {
		*suite_value(&suite, 0, 1, k) *= 0.9;
		*suite_value(&suite, 0, 3, k) *= 1.1;
	}
	paired_compare(suite.inputs, 1, &options, &r, NULL);
	assert_string_equal(r.note, "conflict");
	assert_int_equal(r.verdict, VERDICT_INCONCLUSIVE);
	suite_release(&suite);
}

static void assert_defined(const struct paired_result *r)
{
	assert_true(r->verdict == VERDICT_REGRESSED || r->verdict == VERDICT_IMPROVED ||
		    r->verdict == VERDICT_UNCHANGED || r->verdict == VERDICT_INCONCLUSIVE);
	if (r->rounds < 2) {
		assert_string_equal(r->note, "too few rounds");
		assert_int_equal(r->verdict, VERDICT_INCONCLUSIVE);
		assert_true(isnan(r->p) && isnan(r->q));
		return;
	}
	assert_true(r->p >= 0 && r->p <= 1 && r->q >= 0 && r->q <= 1);
	assert_true(r->ratio > 0 && !isnan(r->ratio_low) && !isnan(r->ratio_high));
	assert_true(r->smallest > 0);
}

static void test_damaged_rounds(void **state)
{
	static const double odd[] = { NAN, 0, -1, INFINITY, 1e-300, 1e300, 5, 5 };
	struct paired_options options = paired_options_default();
	struct paired_result results[SUITE_MAX];
	struct paired_suite got;
	struct suite suite;
	struct prng prng;

	(void)state;
	for (int moderated = 0; moderated < 2; moderated++)
		for (uint64_t seed = 1; seed < 30; seed++) {
			suite = noisy_suite(50, seed % 6, seed, 1, 0);
			prng_seed(&prng, seed);
			for (size_t k = 0; k < 4 * suite.n * suite.rounds; k++)
				if (prng_below(&prng, 9) == 0)
					suite.values[k] = odd[prng_below(&prng, 8)];
			for (size_t i = 0; i < suite.n; i += 3)
				suite.inputs[i].step_ns = (double)seed;
			options.moderation = moderated;
			paired_compare(suite.inputs, suite.n, &options, results, &got);
			for (size_t i = 0; i < suite.n; i++)
				assert_defined(&results[i]);
			suite_release(&suite);
		}
	paired_compare(NULL, 0, &options, NULL, &got);
	assert_int_equal(got.compared, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_parts_of_one_benchmark),
		cmocka_unit_test(test_interval_is_that_of_the_t_test),
		cmocka_unit_test(test_swap_of_minima),
		cmocka_unit_test(test_swap_by_monte_carlo),
		cmocka_unit_test(test_moderation_is_that_of_limma),
		cmocka_unit_test(test_unchanged_suites_stay_quiet),
		cmocka_unit_test(test_changes_are_found),
		cmocka_unit_test(test_swap_symmetry),
		cmocka_unit_test(test_unit_does_not_matter),
		cmocka_unit_test(test_order_effect_is_taken_out),
		cmocka_unit_test(test_no_spread),
		cmocka_unit_test(test_threshold_and_strict),
		cmocka_unit_test(test_conflict),
		cmocka_unit_test(test_damaged_rounds),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
