/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the rows of a comparison say together: estimate, interval and verdict. */
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

/* Heavy tails, few rounds, changes, launch modes: whatever is shown is of one estimator. */
static void test_the_change_lies_in_its_interval(void **state)
{
	struct compare_options options = paired_options_default();
	struct paired_result results[SUITE_MAX];
	size_t seen = 0, by_swap = 0;

	(void)state;
	for (uint64_t seed = 1; seed <= 60; seed++) {
		struct suite suite = noisy_suite(100, 2 + seed % 23, seed, 1.03, 20);
		struct prng prng;

		prng_seed(&prng, seed);
		for (size_t k = 0; k < 4 * suite.n * suite.rounds; k++)
			suite.values[k] *= prng_below(&prng, 3) ? 1 : 1.06;
		paired_compare(suite.inputs, suite.n, &options, results, NULL);
		for (size_t i = 0; i < suite.n; i++) {
			const struct paired_result *r = &results[i];

			assert_true(r->time.low <= r->time.ratio);
			assert_true(r->time.ratio <= r->time.high);
			assert_true(r->ratio_90.low >= r->time.low);
			assert_close(r->time.new / r->time.old, r->time.ratio, 1e-12);
			assert_true(
				r->time.verdict != VERDICT_REGRESSED || r->time.ratio >= 1.01);
			assert_true(r->time.verdict != VERDICT_IMPROVED ||
				    r->time.ratio <= 1 / 1.01);
			assert_true(r->time.verdict != VERDICT_UNCHANGED ||
				    fabs(log(r->time.ratio)) < 0.02);
			by_swap += r->shown == PAIRED_MIN;
			seen++;
		}
		suite_release(&suite);
	}
	assert_int_equal(seen, 6000);
	assert_true(by_swap > 10);
}

/* One launch of 16 that was 36 % faster, and minima that interleave but for .3 %, were called
 * +55 %: a best time that is a single launch's is no level. */
static void test_one_fast_launch_is_no_change(void **state)
{
	struct compare_options options = paired_options_default();
	struct paired_result r;
	struct suite suite = noisy_suite(1, 16, 4, 1.003, 1);

	(void)state;
	for (size_t side = 0; side < 2; side++)
		for (size_t k = 0; k < 16; k++) {
			*suite_value(&suite, 0, side, k) =
				(side ? 2.81e6 : 2.80e6) + 500 * (double)k;
			*suite_value(&suite, 0, 2 + side, k) =
				*suite_value(&suite, 0, side, k) * (k % 4 ? 1.02 : 1.3);
		}
	*suite_value(&suite, 0, 0, 7) = 1.80e6;
	paired_compare(suite.inputs, 1, &options, &r, NULL);
	assert_true(r.part_p[PAIRED_MIN] < 1e-4);
	assert_true(r.time.verdict != VERDICT_REGRESSED && r.time.verdict != VERDICT_IMPROVED);
	assert_true(r.shown != PAIRED_MIN && r.time.ratio < 1.05);
	suite_release(&suite);
}

/* Half of the new launches are 20 % faster than the old ones, the others so much slower. */
static void test_a_fast_mode_is_found_by_the_best_launches(void **state)
{
	struct compare_options options = paired_options_default();
	struct paired_result r;
	struct suite suite = noisy_suite(1, 24, 4, 1, 0);

	(void)state;
	for (size_t k = 0; k < 24; k += 2) {
		*suite_value(&suite, 0, 1, k) /= 1.2;
		*suite_value(&suite, 0, 3, k) /= 1.2;
	}
	for (size_t k = 1; k < 24; k += 2) {
		*suite_value(&suite, 0, 1, k) *= 1.2;
		*suite_value(&suite, 0, 3, k) *= 1.2;
	}
	paired_compare(suite.inputs, 1, &options, &r, NULL);
	assert_int_equal(r.time.verdict, VERDICT_IMPROVED);
	assert_int_equal(r.shown, PAIRED_MIN);
	assert_true(r.time.high < 1 / 1.01 && fabs(r.time.ratio * 1.2 - 1) < 0.03);
	suite_release(&suite);
}

/* Few rounds, heavy tails, many tests: what is not called does not exclude "no change". */
static void test_no_row_contradicts_itself(void **state)
{
	struct compare_options options = paired_options_default();
	struct paired_result results[SUITE_MAX];
	size_t inconclusive = 0, certain = 0;

	(void)state;
	for (uint64_t seed = 1; seed <= 60; seed++) {
		struct suite suite = noisy_suite(100, 6 + seed % 11, seed, 1.03, 20);
		struct prng prng;

		prng_seed(&prng, seed);
		for (size_t k = 0; k < 4 * suite.n * suite.rounds; k++)
			suite.values[k] *= prng_below(&prng, 9) ? 1 : 1.15;
		paired_compare(suite.inputs, suite.n, &options, results, NULL);
		for (size_t i = 0; i < suite.n; i++) {
			const struct paired_result *r = &results[i];

			if (r->time.verdict != VERDICT_INCONCLUSIVE)
				continue;
			inconclusive++;
			certain += log(r->time.low) > r->floor || log(r->time.high) < -r->floor;
		}
		suite_release(&suite);
	}
	assert_true(inconclusive > 300);
	assert_int_equal(certain, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_the_change_lies_in_its_interval),
		cmocka_unit_test(test_one_fast_launch_is_no_change),
		cmocka_unit_test(test_a_fast_mode_is_found_by_the_best_launches),
		cmocka_unit_test(test_no_row_contradicts_itself),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
