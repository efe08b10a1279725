/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/verdict/paired.h"
#include "tests/unit/support/suite.h"
#include "tests/unit/support/vectors.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static struct compare_options paired_options_default(void)
{
	return (struct compare_options){ .threshold = 0.01, .equivalence = 0.02, .fdr = 0.05 };
}

#define SUITE_MAX 200

/* One benchmark whose minima and quartiles are both the given values. */
static struct paired_result alone(const char *old_name, const char *new_name, size_t n)
{
	struct vector a = vectors_data(TEST_VECTORS, old_name, 0);
	struct vector b = vectors_data(TEST_VECTORS, new_name, 0);
	struct compare_options options = { .threshold = 0.01, .equivalence = 0.02, .fdr = 1 };
	struct paired_input in = { .rounds = n,
		.old_min = a.values,
		.new_min = b.values,
		.old_quartile = a.values,
		.new_quartile = b.values,
		.step_ns = NAN,
		.threshold = NAN };
	struct paired_result result;

	paired_compare(&in, 1, &options, &result, NULL);
	free(a.values);
	free(b.values);
	return result;
}

/* Yuen's test by SciPy; the weights of the parts are ours. */
static void check_alone(
	const struct paired_result *r, const char *yuen, const char *plain_t, const char *swap)
{
	json_t *trimmed = vectors_load(TEST_VECTORS, "trimmed.json");
	json_t *root = vectors_load(TEST_VECTORS, "permutation.json");
	json_t *want = vectors_at(trimmed, yuen);
	/* Below ten rounds the plain t test must agree. */
	double plain = vectors_number(vectors_at(root, "default_test"), plain_t);
	double t = r->paired.rounds < 10 ? fmax(plain, vectors_number(want, "p"))
					 : vectors_number(want, "p");
	double of_swaps = vectors_number(vectors_at(root, "swap_min_closed_form"), swap);

	assert_close(r->part_p[PAIRED_QUARTILE], t, VECTORS_TOLERANCE);
	assert_close(r->part_p[PAIRED_LOW], t, VECTORS_TOLERANCE);
	assert_close(r->part_p[PAIRED_MIN], of_swaps, 0);
	assert_close(r->time.p, fmin(1, fmin(10 * t / 9, 10 * of_swaps)), VECTORS_TOLERANCE);
	assert_close(log(r->time.ratio), vectors_number(want, "mean"), VECTORS_TOLERANCE);
	assert_close(log(r->time.low), vectors_number(want, "ci95.0"), 1e-8);
	assert_close(log(r->time.high), vectors_number(want, "ci95.1"), 1e-8);
	json_decref(trimmed);
	json_decref(root);
}

static void test_one_benchmark(void **state)
{
	struct paired_result r = alone("rounds8_a", "rounds8_b", 8);

	(void)state;
	check_alone(&r, "cases.0", "rounds8.p_t", "rounds8.p");
	assert_int_equal(r.shown, PAIRED_QUARTILE);
	assert_string_equal(paired_part_name(r.shown), "lower quartiles");
	r = alone("rounds20_a", "rounds20_b", 20);
	check_alone(&r, "cases.1", "rounds20.p_t", "rounds20.p");
}

/*
 * Rounds with the mean and variance of limma's suites must give limma's p, but for the policy.
 * Ten rounds have the seven degrees of freedom of limma's eight: two are trimmed.
 */
static void test_moderation_is_that_of_limma(void **state)
{
	json_t *root = vectors_load(TEST_VECTORS, "moderated_t.json");
	json_t *one = vectors_at(root, "cases.0");
	struct vector mean = vectors_array(one, "mean"), s2 = vectors_array(one, "s2");
	struct vector p = vectors_array(one, "p");
	struct compare_options options = paired_options_default();
	struct paired_result results[SUITE_MAX], plain[SUITE_MAX];
	struct suite suite = suite_new(mean.n, 10);
	struct paired_suite got;

	(void)state;
	for (size_t i = 0; i < suite.n; i++)
		for (size_t r = 0; r < 10; r++) {
			/* s2 / 10 of Yuen is then limma's s2 / 8. */
			double d = mean.values[i] + sqrt(0.7 * s2.values[i]) * (r % 2 ? 1 : -1);

			*suite_value(&suite, i, 0, r) = *suite_value(&suite, i, 2, r) = 1000;
			*suite_value(&suite, i, 1, r) = *suite_value(&suite, i, 3, r) =
				1000 * exp(d);
		}
	paired_compare(suite.inputs, suite.n, &options, results, &got);
	options.no_moderation = true;
	paired_compare(suite.inputs, suite.n, &options, plain, NULL);
	assert_true(got.moderated);
	assert_close(got.df0[PAIRED_QUARTILE], vectors_number(one, "df_prior"), 1e-7);
	assert_close(
		got.s0_squared[PAIRED_LOW], 10.0 / 8 * vectors_number(one, "var_prior"), 1e-7);
	for (size_t i = 0; i < suite.n; i++)
		assert_close(results[i].part_p[PAIRED_QUARTILE],
			fmax(p.values[i], plain[i].part_p[PAIRED_QUARTILE] / 30), 1e-6);
	free(mean.values);
	free(s2.values);
	free(p.values);
	suite_release(&suite);
	json_decref(root);
}

/* 40 suites of 100 unchanged benchmarks: the share of suites with a flag is bounded by the
 * false discovery rate; 8 or more of 40 at 5 % has a probability under 0.1 %. Seeded: no
 * chance. */
static void test_unchanged_suites_stay_quiet(void **state)
{
	struct compare_options options = paired_options_default();
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
	struct compare_options options = paired_options_default();
	struct paired_result results[SUITE_MAX];
	struct suite suite = noisy_suite(100, 10, 5, 1.03, 10);
	struct paired_suite got;
	size_t found = 0, unchanged = 0;

	(void)state;
	paired_compare(suite.inputs, suite.n, &options, results, &got);
	for (size_t i = 0; i < 100; i++) {
		found += i < 10 && results[i].time.verdict == VERDICT_REGRESSED;
		unchanged += i >= 10 && results[i].time.verdict == VERDICT_UNCHANGED;
		assert_true(results[i].time.smallest > 0 && results[i].time.smallest < 0.2);
		assert_true(results[i].time.low < results[i].time.high);
	}
	assert_true(found >= 9 && unchanged >= 80);
	assert_true(got.rejected >= found && got.compared == 100);
	suite_release(&suite);
}

/* A change that is called: its interval holds no "no change". One that is not: no interval lies
 * beyond the threshold. Few rounds and one odd one are what makes them differ. */
static void check_row(const struct paired_result *r, double threshold)
{
	if (r->time.verdict == VERDICT_REGRESSED || r->time.verdict == VERDICT_IMPROVED)
		assert_true(r->time.low > 1 || r->time.high < 1);
	else
		assert_true(
			r->time.low <= 1 + threshold && r->time.high >= 1 / (1 + threshold));
	assert_true(r->time.low <= r->time.ratio && r->time.ratio <= r->time.high);
	assert_true(r->paired.first_p <= r->time.p);
	assert_true(r->ratio_90.low >= r->time.low - 1e-12 &&
		    r->ratio_90.high <= r->time.high + 1e-12);
}

static void test_no_row_contradicts_itself(void **state)
{
	static const size_t rounds[] = { 6, 8, 10, 16, 40 };
	struct compare_options options = paired_options_default();
	struct paired_result results[SUITE_MAX];
	size_t beyond = 0;

	(void)state;
	for (uint64_t seed = 0; seed < 40; seed++) {
		uint64_t step = seed / 5;
		size_t n = rounds[seed % 5];
		struct suite suite =
			noisy_suite(100, n, seed + 1, 1.012 + 0.005 * (double)step, 30);

		for (size_t i = 0; i < 30; i++)
			for (unsigned side = 1; side < 4; side += 2)
				*suite_value(&suite, i, side, i % n) *= i % 2 ? 1.2 : 0.85;
		paired_compare(suite.inputs, suite.n, &options, results, NULL);
		for (size_t i = 0; i < 100; i++) {
			check_row(&results[i], options.threshold);
			beyond += results[i].time.q > options.fdr &&
				  fabs(log(results[i].time.ratio)) > results[i].floor;
		}
		suite_release(&suite);
	}
	assert_true(beyond > 50);
}

/* Ten are far noisier than their suite: its usual noise calls no change within their interval.
 */
static void test_noisy_benchmarks_of_a_quiet_suite(void **state)
{
	struct compare_options options = paired_options_default();
	struct paired_result results[SUITE_MAX];
	struct prng prng;

	(void)state;
	prng_seed(&prng, 1);
	for (size_t run = 0; run < 60; run++) {
		struct suite suite = suite_new(100, 2 + run % 4);

		for (size_t i = 0; i < 100; i++)
			suite_fill(&suite, i, i < 10 ? 0.03 : 0.005, i < 50 ? 1.05 : 1, &prng);
		paired_compare(suite.inputs, suite.n, &options, results, NULL);
		for (size_t i = 0; i < 100; i++)
			check_row(&results[i], options.threshold);
		suite_release(&suite);
	}
}

/* Old and new exchanged: the mirrored result, to the last digit where it matters. */
static void test_swap_symmetry(void **state)
{
	struct compare_options options = paired_options_default();
	struct paired_result there[SUITE_MAX], back[SUITE_MAX];
	struct suite suite = noisy_suite(60, 8, 3, 1.04, 20);

	(void)state;
	paired_compare(suite.inputs, suite.n, &options, there, NULL);
	for (size_t i = 0; i < suite.n; i++) {
		struct paired_input *in = &suite.inputs[i];
		const double *min = in->old_min, *quartile = in->old_quartile;

		in->old_min = in->new_min;
		in->old_quartile = in->new_quartile;
		in->new_min = min;
		in->new_quartile = quartile;
	}
	for (size_t k = 0; k < suite.n * suite.rounds; k++)
		suite.order[k] = (signed char)-suite.order[k];
	paired_compare(suite.inputs, suite.n, &options, back, NULL);
	for (size_t i = 0; i < suite.n; i++) {
		static const enum verdict mirror[] = { [VERDICT_REGRESSED] = VERDICT_IMPROVED,
			[VERDICT_IMPROVED] = VERDICT_REGRESSED,
			[VERDICT_INCONCLUSIVE] = VERDICT_INCONCLUSIVE,
			[VERDICT_UNCHANGED] = VERDICT_UNCHANGED };

		assert_int_equal(back[i].time.verdict, mirror[there[i].time.verdict]);
		assert_close(back[i].time.p, there[i].time.p, 1e-9);
		assert_close(back[i].time.q, there[i].time.q, 1e-9);
		assert_close(back[i].time.ratio * there[i].time.ratio, 1, 1e-12);
		assert_close(back[i].time.low * there[i].time.high, 1, 1e-12);
		assert_close(back[i].time.smallest, there[i].time.smallest, 1e-9);
	}
	suite_release(&suite);
}

static void test_unit_does_not_matter(void **state)
{
	struct compare_options options = paired_options_default();
	struct paired_result ns[SUITE_MAX], other[SUITE_MAX];
	struct suite suite = noisy_suite(40, 8, 3, 1.04, 10);

	(void)state;
	paired_compare(suite.inputs, suite.n, &options, ns, NULL);
	for (size_t k = 0; k < 4 * suite.n * suite.rounds; k++)
		suite.values[k] *= 1e-3;
	paired_compare(suite.inputs, suite.n, &options, other, NULL);
	for (size_t i = 0; i < suite.n; i++) {
		assert_int_equal(ns[i].time.verdict, other[i].time.verdict);
		assert_close(other[i].time.p, ns[i].time.p, 1e-6);
	}
	suite_release(&suite);
}

/* A launch that runs second is 1 % slower: with coins that fell unevenly that is no change. */
static void test_order_effect_is_taken_out(void **state)
{
	struct compare_options options = paired_options_default();
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
	assert_true(fabs(got.order_effect[PAIRED_QUARTILE] - log(1.01)) < 0.001);
	assert_true(fabs(got.order_effect[PAIRED_LOW] - log(1.01)) < 0.001);
	assert_int_equal(got.rejected, 0);
	suite_release(&suite);
}

/* Every number the same but for the change: the clock is coarse or the machine is perfect. */
static void test_no_spread(void **state)
{
	struct compare_options options = paired_options_default();
	struct paired_result results[2];
	struct suite suite = suite_new(2, 5);

	(void)state;
	for (size_t k = 0; k < 4 * 2 * 5; k++)
		suite.values[k] = 10;
	for (size_t r = 0; r < 5; r++)
		*suite_value(&suite, 1, 1, r) = *suite_value(&suite, 1, 3, r) = 11;
	paired_compare(suite.inputs, 2, &options, results, NULL);
	assert_close(results[0].time.p, 1, 0);
	assert_int_equal(results[0].time.verdict, VERDICT_UNCHANGED);
	assert_close(results[0].time.low, 1, 0);
	assert_close(results[1].time.p, 0, 0);
	assert_int_equal(results[1].time.verdict, VERDICT_REGRESSED);
	assert_close(results[1].time.ratio, 1.1, 1e-12);
	/* One step of the clock is no change. */
	suite.inputs[1].step_ns = 1;
	paired_compare(suite.inputs, 2, &options, results, NULL);
	assert_true(results[1].time.verdict != VERDICT_REGRESSED);
	assert_close(results[1].time.p, 0, 0);
	assert_close(results[1].time.q, 1, 0);
	assert_true(results[1].time.low <= 1 && results[1].time.high >= 1);
	suite_release(&suite);
}

static void test_threshold_and_strict(void **state)
{
	struct compare_options options = paired_options_default();
	struct paired_result results[1], strict[1];
	struct suite suite = noisy_suite(1, 20, 2, 1.03, 1);

	(void)state;
	paired_compare(suite.inputs, 1, &options, results, NULL);
	assert_int_equal(results[0].time.verdict, VERDICT_REGRESSED);
	options.strict = true;
	paired_compare(suite.inputs, 1, &options, strict, NULL);
	for (int part = 0; part < PAIRED_PARTS; part++)
		assert_true(part == PAIRED_TURNS ||
			    strict[0].part_p[part] >= results[0].part_p[part]);
	assert_true(strict[0].part_p[PAIRED_QUARTILE] > results[0].part_p[PAIRED_QUARTILE]);
	assert_true(strict[0].time.p >= results[0].time.p &&
		    strict[0].time.smallest >= results[0].time.smallest);
	options.strict = false;
	suite.inputs[0].threshold = 0.05;
	paired_compare(suite.inputs, 1, &options, results, NULL);
	assert_int_equal(results[0].time.verdict, VERDICT_INCONCLUSIVE);
	suite_release(&suite);
}

/* The noisier part never decides, however small its p. */
static void test_noise_chooses_the_part(void **state)
{
	struct compare_options options = paired_options_default();
	struct suite suite = noisy_suite(1, 8, 4, 1, 0);
	struct paired_result r;

	(void)state;
	for (size_t k = 0; k < 8; k++) {
		*suite_value(&suite, 0, 1, k) *= 1.5 + 0.1 * (double)(k % 3);
		*suite_value(&suite, 0, 3, k) = *suite_value(&suite, 0, 2, k) * 1.0001;
		*suite_value(&suite, 0, 3, k) *= k % 2 ? 1.001 : 1 / 1.001;
	}
	paired_compare(suite.inputs, 1, &options, &r, NULL);
	assert_true(r.part_p[PAIRED_LOW] < 1e-4 && r.part_p[PAIRED_QUARTILE] > 0.5);
	assert_int_equal(r.shown, PAIRED_QUARTILE);
	assert_true(r.time.p > 0.05 && fabs(r.time.ratio - 1) < 0.001);
	assert_int_equal(r.time.verdict, VERDICT_UNCHANGED);
	suite_release(&suite);
}

/* Launches differ by 10 %, turns that follow each other do not: the turns see 3 %. */
static void test_turns_see_more(void **state)
{
	struct compare_options options = paired_options_default();
	struct paired_result blind, seen, back;
	struct suite suite = suite_new(1, 12);
	struct prng prng;
	double turns[12];

	(void)state;
	prng_seed(&prng, 7);
	suite_fill(&suite, 0, 0.1, 1.03, &prng);
	for (size_t r = 0; r < 12; r++)
		turns[r] = log(1.03) + 0.002 * normal_draw(&prng);
	paired_compare(suite.inputs, 1, &options, &blind, NULL);
	assert_int_equal(blind.time.verdict, VERDICT_INCONCLUSIVE);
	assert_true(isnan(blind.part_p[PAIRED_TURNS]));
	suite.inputs[0].turns = turns;
	paired_compare(suite.inputs, 1, &options, &seen, NULL);
	assert_int_equal(seen.time.verdict, VERDICT_REGRESSED);
	assert_string_equal(paired_part_name(seen.shown), "ratios of turns");
	assert_true(fabs(seen.time.ratio - 1.03) < 0.003 &&
		    seen.time.smallest < blind.time.smallest / 10);
	assert_close(seen.time.new / seen.time.old, seen.time.ratio, 1e-12);
	assert_close(seen.part_p[PAIRED_LOW], blind.part_p[PAIRED_LOW], 0);
	for (size_t r = 0; r < 12; r++)
		turns[r] = -turns[r];
	paired_compare(suite.inputs, 1, &options, &back, NULL);
	assert_int_equal(back.time.verdict, VERDICT_IMPROVED);
	assert_close(back.time.p, seen.time.p, 1e-9);
	suite_release(&suite);
}

/* Quartiles slower in every round, minima faster in every round. */
static void test_conflict(void **state)
{
	struct compare_options options = paired_options_default();
	struct paired_result r;
	struct suite suite = noisy_suite(1, 12, 2, 1, 0);

	(void)state;
	for (size_t k = 0; k < 12; k++) {
		*suite_value(&suite, 0, 1, k) *= 0.9;
		*suite_value(&suite, 0, 3, k) *= 1.1;
	}
	paired_compare(suite.inputs, 1, &options, &r, NULL);
	assert_string_equal(r.note, "conflict");
	assert_int_equal(r.time.verdict, VERDICT_INCONCLUSIVE);
	assert_true(r.time.low <= 1 && r.time.high >= 1);
	suite_release(&suite);
}

static void assert_defined(const struct paired_result *r)
{
	assert_true(r->time.verdict <= VERDICT_INCONCLUSIVE ||
		    r->time.verdict == VERDICT_UNCHANGED);
	if (r->paired.rounds < 2) {
		assert_string_equal(r->note, "too few rounds");
		assert_int_equal(r->time.verdict, VERDICT_INCONCLUSIVE);
		assert_true(isnan(r->time.p) && isnan(r->time.q));
		return;
	}
	assert_true(r->time.p >= 0 && r->time.p <= 1 && r->time.q >= 0 && r->time.q <= 1);
	assert_true(r->time.ratio > 0 && !isnan(r->time.low) && !isnan(r->time.high));
	assert_true(r->time.smallest > 0);
}

static void test_damaged_rounds(void **state)
{
	static const double odd[] = { NAN, 0, -1, INFINITY, 1e-300, 1e300, 5, 5 };
	struct compare_options options = paired_options_default();
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
			options.no_moderation = !moderated;
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
		cmocka_unit_test(test_one_benchmark),
		cmocka_unit_test(test_moderation_is_that_of_limma),
		cmocka_unit_test(test_unchanged_suites_stay_quiet),
		cmocka_unit_test(test_changes_are_found),
		cmocka_unit_test(test_no_row_contradicts_itself),
		cmocka_unit_test(test_noisy_benchmarks_of_a_quiet_suite),
		cmocka_unit_test(test_swap_symmetry),
		cmocka_unit_test(test_unit_does_not_matter),
		cmocka_unit_test(test_order_effect_is_taken_out),
		cmocka_unit_test(test_no_spread),
		cmocka_unit_test(test_threshold_and_strict),
		cmocka_unit_test(test_noise_chooses_the_part),
		cmocka_unit_test(test_turns_see_more),
		cmocka_unit_test(test_conflict),
		cmocka_unit_test(test_damaged_rounds),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
