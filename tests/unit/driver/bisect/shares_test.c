/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/bisect/shares.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/support/uniform.h"

static double normal(struct prng *prng)
{
	double u = uniform_draw(prng), v = uniform_draw(prng);

	return sqrt(-2 * log(1 - u)) * cos(2 * M_PI * v);
}

/* Three benchmarks: +10 % with little noise, -20 % with more, and one without a change. */
static struct rounds rounds_of(struct prng *prng, size_t n, double share)
{
	static const double effect[] = { 0.1, -0.2, 0 }, sd[] = { 0.01, 0.05, 0.01 };
	struct rounds rounds = { .benchmarks = 3 };

	for (size_t i = 0; i < n; i++) {
		double *row = rounds_add(&rounds);

		for (size_t k = 0; k < 3; k++)
			row[k] = share * effect[k] + sd[k] * normal(prng);
	}
	return rounds;
}

static void test_weights(void **state)
{
	struct prng prng;
	struct rounds rounds, half;
	struct weights weights;
	double shares[20];
	struct estimate_of of;

	(void)state;
	prng_seed(&prng, 1);
	rounds = rounds_of(&prng, 20, 1);
	half = rounds_of(&prng, 20, 0.5);
	weights_make(&weights, &rounds);
	assert_int_equal(weights.used, 2);
	assert_int_equal(weights.first, 0);
	assert_true(weights.weight[0] > 0 && weights.weight[1] < 0 && weights.weight[2] == 0);
	assert_true(weights_are_clear(&weights, &rounds));
	/* By its definition the mean share of the ends is 1. */
	assert_int_equal(weights_shares(&weights, &rounds, shares), 20);
	assert_true(fabs(estimate_mean(shares, 20).mean - 1) < 1e-9);
	/* 1 / sqrt(10^2 + 4^2) */
	assert_true(weights.sd > 0.06 && weights.sd < 0.14);
	assert_int_equal(weights_shares(&weights, &half, shares), 20);
	of = estimate_mean(shares, 20);
	assert_true(of.low < 0.5 && of.high > 0.5 && of.high - of.low < 0.2);
	/* A round in which a benchmark with a weight was not measured is left out. */
	half.d[3] = NAN;
	half.d[8] = NAN;
	assert_int_equal(weights_shares(&weights, &half, shares), 19);
	weights_release(&weights);
	rounds_release(&rounds);
	rounds_release(&half);
}

/* Of 10 rounds of ends that differ by ln 2, others doubled the time of a launch in two; of 20
 * rounds of the culprit, in four. */
static void test_disturbed(void **state)
{
	struct rounds ends = { .benchmarks = 1 }, culprit = { .benchmarks = 1 };
	struct prng prng;
	struct weights weights;
	double shares[20];

	(void)state;
	prng_seed(&prng, 4);
	for (int i = 0; i < 10; i++)
		*rounds_add(&ends) = log(i % 5 ? 2 : 4) + 0.01 * normal(&prng);
	for (int i = 0; i < 20; i++)
		*rounds_add(&culprit) = log(i % 5 ? 2 : 1) + 0.01 * normal(&prng);
	weights_make(&weights, &ends);
	assert_int_equal(weights.used, 1);
	assert_int_equal(weights_shares(&weights, &culprit, shares), 20);
	assert_true(fabs(estimate_mean(shares, 20).mean - 1) < 0.03);
	weights_release(&weights);
	rounds_release(&ends);
	rounds_release(&culprit);
}

static void test_nothing(void **state)
{
	struct prng prng;
	struct rounds rounds;
	struct weights weights;

	(void)state;
	prng_seed(&prng, 2);
	rounds = rounds_of(&prng, 40, 0);
	weights_make(&weights, &rounds);
	assert_int_equal(weights.used, 0);
	assert_true(weights.smallest > 0.002 && weights.smallest < 0.02);
	assert_false(weights_are_clear(&weights, &rounds));
	weights_release(&weights);
	rounds_release(&rounds);
	/* One round tells nothing. */
	rounds = rounds_of(&prng, 1, 1);
	weights_make(&weights, &rounds);
	assert_int_equal(weights.used, 0);
	weights_release(&weights);
	rounds_release(&rounds);
}

/* The error of Wald's test is at most what was asked for, and it ends soon. */
static void test_side(void **state)
{
	struct prng prng;
	int wrong = 0, open = 0;

	(void)state;
	prng_seed(&prng, 3);
	for (int i = 0; i < 2000; i++) {
		double shares[40], level = i % 2;
		enum side side = SIDE_OPEN;

		for (size_t n = 0; n < 40 && side == SIDE_OPEN; n++) {
			shares[n] = level + normal(&prng);
			side = side_of(shares, n + 1, 0, 1, 1, 0.02);
		}
		wrong += side == (i % 2 ? SIDE_LOW : SIDE_HIGH);
		open += side == SIDE_OPEN;
	}
	assert_true(wrong <= 60);
	assert_true(open <= 20);
	/* A single wild round decides nothing; levels may lie the other way round. */
	assert_int_equal(side_of((double[]){ 1000 }, 1, 0, 1, 1, 0.02), SIDE_OPEN);
	assert_int_equal(side_of((double[]){ 0, 0, 0 }, 3, 1, 0, 0.1, 0.02), SIDE_HIGH);
	assert_int_equal(side_of(NULL, 0, 0, 1, 1, 0.02), SIDE_OPEN);
}

static bool is_listed(const void *ctx, size_t place)
{
	return ((const char *)ctx)[place] == '.';
}

static void test_between(void **state)
{
	(void)state;
	assert_int_equal(place_between(0, 8, is_listed, "........."), 4);
	assert_int_equal(place_between(0, 8, is_listed, "....x...."), 5);
	assert_int_equal(place_between(0, 8, is_listed, "....xx..."), 3);
	assert_int_equal(place_between(0, 8, is_listed, ".xxxxxxx."), 8);
	assert_int_equal(place_between(3, 4, is_listed, "........."), 4);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_weights),
		cmocka_unit_test(test_disturbed),
		cmocka_unit_test(test_nothing),
		cmocka_unit_test(test_side),
		cmocka_unit_test(test_between),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
