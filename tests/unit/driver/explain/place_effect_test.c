/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "driver/explain/place_effect.h"

/* Student's quantile 1 - .01 / 6 with 3 degrees of freedom is 8.575172, from its closed form.
 */
static void test_interval_over_placements(void **state)
{
	const double changes[] = { 0.04, 0.05, 0.06, 0.05 };
	struct place_effect effect = place_effect_of(changes, 4, 0.05);
	double sd = sqrt(2e-4 / 3);

	(void)state;
	assert_int_equal(effect.placements, 4);
	assert_true(fabs(effect.code - 0.05) < 1e-12);
	assert_true(fabs(effect.place - sd) < 1e-12);
	assert_true(fabs(effect.low - (0.05 - 8.575172 * sd / 2)) < 1e-6);
	assert_true(fabs(effect.high - (0.05 + 8.575172 * sd / 2)) < 1e-6);
	assert_int_equal(effect.answer, PLACE_IS_CODE);
}

static void test_answers(void **state)
{
	const double none[] = { 0.001, -0.001, 0.002, -0.002, 0 };
	const double wide[] = { 0.1, -0.1, 0.05, 0, 0.02 };
	const double slower[] = { 0.030, 0.031, 0.029, 0.030, 0.032 };

	(void)state;
	assert_int_equal(place_effect_of(none, 5, 0.05).answer, PLACE_IS_PLACE);
	assert_int_equal(place_effect_of(none, 5, -0.05).answer, PLACE_IS_PLACE);
	/* Half of so small a change cannot be told from none. */
	assert_int_equal(place_effect_of(none, 5, 0.002).answer, PLACE_UNDECIDED);
	assert_int_equal(place_effect_of(wide, 5, 0.05).answer, PLACE_UNDECIDED);
	assert_int_equal(place_effect_of(slower, 5, 0.05).answer, PLACE_IS_CODE);
	/* The code makes it slower; what was measured is the opposite. */
	assert_int_equal(place_effect_of(slower, 5, -0.05).answer, PLACE_IS_PLACE);
}

/* One disturbed placement of ten. */
static void test_outlier_moves_nothing(void **state)
{
	const double changes[] = { 0.030, 0.031, 0.029, 0.030, 0.032, 0.9, 0.028, 0.031, 0.029,
		0.030 };
	struct place_effect effect = place_effect_of(changes, 10, 0.03);

	(void)state;
	assert_int_equal(effect.answer, PLACE_IS_CODE);
	assert_true(effect.low > 0.025 && effect.high < 0.035);
	assert_true(effect.place > 0.25);
}

static void test_few_placements_say_nothing(void **state)
{
	const double changes[] = { 0.05, 0.05, 0.05 };
	struct place_effect effect = place_effect_of(changes, 3, 0.05);

	(void)state;
	assert_int_equal(effect.answer, PLACE_UNDECIDED);
	assert_true(isnan(effect.low) && isnan(effect.high));
	assert_true(isnan(place_effect_of(changes, 0, 0.05).code));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_interval_over_placements),
		cmocka_unit_test(test_answers),
		cmocka_unit_test(test_outlier_moves_nothing),
		cmocka_unit_test(test_few_placements_say_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
