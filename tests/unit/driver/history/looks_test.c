/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/history/looks.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define N    60
#define STEP 40

/* Values of SD 1 without noise, with a step of `size` that has lasted `after` values. */
static size_t kept(double size, size_t after, size_t least, double price)
{
	struct looks looks = looks_of(4, INFINITY);
	double values[N], weights[N], prices[N];
	struct segments_input in = { values, weights, prices, STEP + after, least };
	size_t starts[2] = { 0, STEP };

	for (size_t i = 0; i < N; i++) {
		values[i] = i < STEP ? 0 : size;
		weights[i] = 1;
		prices[i] = looks.keep * looks.keep + price;
	}
	return looks_keep(&looks, &in, starts, 2);
}

/* The z of a step after so many values. */
static double size_for(double z, size_t after)
{
	return z * sqrt(1.0 / STEP + 1.0 / (double)after);
}

static void test_limits(void **state)
{
	struct looks looks = looks_of(4, INFINITY), few = looks_of(4, 10);

	(void)state;
	assert_float_equal(looks.week, 4, 1e-6);
	assert_true(looks.usual > looks.week && looks.keep < looks.week);
	assert_true(few.week > looks.week);
}

static void test_week(void **state)
{
	(void)state;
	/* Seven values suffice where six and eight would not. */
	assert_int_equal(kept(size_for(4.05, 7), 6, 2, 0), 1);
	assert_int_equal(kept(size_for(4.05, 7), 7, 2, 0), 2);
	assert_int_equal(kept(size_for(3.95, 7), 9, 2, 0), 1);
	/* What was reported stays. */
	assert_int_equal(kept(size_for(4.05, 7), 12, 2, 0), 2);
	/* A larger one is reported in its second value, unless a level has to last longer. */
	assert_int_equal(kept(size_for(5.5, 2), 2, 2, 0), 2);
	assert_int_equal(kept(size_for(5.5, 2), 2, 3, 0), 1);
	/* Two and three values do not show their scatter: they ask for more. */
	assert_int_equal(kept(size_for(5.3, 2), 2, 2, 0), 1);
	assert_int_equal(kept(size_for(4.9, 3), 3, 2, 0), 1);
	assert_int_equal(kept(size_for(4.5, 4), 4, 2, 0), 2);
	/* A place that costs more. */
	assert_int_equal(kept(size_for(4.05, 7), 7, 2, 10), 1);
	assert_int_equal(kept(size_for(5.2, 7), 7, 2, 10), 2);
}

/* The weakest goes first; what it held apart is one level then. */
static void test_weakest(void **state)
{
	struct looks looks = looks_of(4, INFINITY);
	double values[N], weights[N], prices[N];
	struct segments_input in = { values, weights, prices, N, 2 };
	size_t starts[4] = { 0, 20, 40, 50 };

	(void)state;
	for (size_t i = 0; i < N; i++) {
		values[i] = i < 20 ? 0 : i < 40 ? 3 : i < 50 ? 3.5 : 6;
		weights[i] = 1;
		prices[i] = looks.keep * looks.keep;
	}
	assert_int_equal(looks_keep(&looks, &in, starts, 4), 3);
	assert_int_equal(starts[1], 20);
	assert_int_equal(starts[2], 50);
	assert_int_equal(looks_keep(&looks, &in, starts, 1), 1);
}

/* A new level that jumps about asks for more; one bad night in it does not. */
static void test_scatter(void **state)
{
	struct looks looks = looks_of(4, INFINITY);
	double values[N], weights[N], prices[N], raw[N];
	struct segments_input in = { values, weights, prices, STEP + 7, 2 };
	size_t starts[2] = { 0, STEP };

	(void)state;
	looks.raw = raw;
	for (size_t i = 0; i < N; i++) {
		raw[i] = values[i] = i < STEP ? 0 : size_for(5.5, 7);
		weights[i] = 1;
		prices[i] = looks.keep * looks.keep;
	}
	raw[STEP + 3] += 20;
	assert_int_equal(looks_keep(&looks, &in, starts, 2), 2);
	for (size_t i = STEP; i < N; i++)
		raw[i] = values[i] + (i % 2 ? 3 : -3);
	assert_int_equal(looks_keep(&looks, &in, starts, 2), 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_limits),
		cmocka_unit_test(test_week),
		cmocka_unit_test(test_weakest),
		cmocka_unit_test(test_scatter),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
