/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/plan/brief.h"
#include "tests/unit/support/vectors.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

#define ROUNDS 6

/* The first turns see each launch as the whole launch does, with a little more noise. */
static void test_noise_between_launches_makes_brief_ones_worth_it(void **state)
{
	struct brief_round r[ROUNDS] = { { -.03, -.031 }, { -.02, -.019 }, { -.01, -.011 },
		{ .01, .011 }, { .02, .019 }, { .03, .031 } };
	double variance = brief_variance(r, ROUNDS, log(1.01));

	(void)state;
	/* Sums of squares: 2 (.031^2 + .019^2 + .011^2) and 2 (.03^2 + .02^2 + .01^2). */
	assert_close(variance, .001443 / .0014, 1e-9);
	assert_true(brief_gains(variance, 46, 34));
	/* A set-up that takes most of the slot. */
	assert_false(brief_gains(variance, 140, 34));
	/* Turns as long as whole launches. */
	assert_false(brief_gains(variance, 46, 0));
}

/* The mean of all turns hides what the first ones see. */
static void test_noise_within_launches_needs_whole_ones(void **state)
{
	struct brief_round r[ROUNDS] = { { .0001, .004 }, { -.0001, -.004 }, { .0001, .003 },
		{ -.0001, -.003 }, { .0001, .001 }, { -.0001, -.001 } };
	double variance = brief_variance(r, ROUNDS, log(1.01));

	(void)state;
	assert_true(variance > 100);
	assert_false(brief_gains(variance, 46, 34));
}

/* New is 2 % slower until its data are in the cache, in whole launches .5 %. */
static void test_first_turns_with_another_change_are_never_measured_alone(void **state)
{
	struct brief_round r[ROUNDS];

	(void)state;
	for (int i = 0; i < ROUNDS; i++)
		r[i] = (struct brief_round){ .005 + .01 * i, .02 + .01 * i };
	assert_true(isnan(brief_variance(r, ROUNDS, log(1.01))));
	assert_false(brief_gains(NAN, 46, 34));
	/* With a threshold of 10 % that does not matter. */
	assert_close(brief_variance(r, ROUNDS, log(1.1)), 1, 1e-9);
}

static void test_few_rounds_or_no_turns_tell_nothing(void **state)
{
	struct brief_round r[ROUNDS] = { { .01, .01 }, { .02, .02 }, { -.01, -.01 }, { 0, 0 },
		{ .01, .01 }, { NAN, NAN } };

	(void)state;
	assert_true(isnan(brief_variance(r, ROUNDS, log(1.01))));
	assert_true(isnan(brief_variance(r, 0, log(1.01))));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_noise_between_launches_makes_brief_ones_worth_it),
		cmocka_unit_test(test_noise_within_launches_needs_whole_ones),
		cmocka_unit_test(test_first_turns_with_another_change_are_never_measured_alone),
		cmocka_unit_test(test_few_rounds_or_no_turns_tell_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
