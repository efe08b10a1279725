/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "driver/machine/grade.h"

static void test_grades(void **state)
{
	double values[WATCHED_COUNT];

	(void)state;
	for (int i = 0; i < WATCHED_COUNT; i++) {
		const struct watched_info *info = &watched_infos[i];

		values[i] = 0;
		assert_non_null(info->name);
		for (int g = 0; g < 4; g++) {
			assert_int_equal(grade_of((enum watched)i, info->limits[g]), g);
			assert_int_equal(
				grade_of((enum watched)i, info->limits[g] * 1.01), g + 1);
		}
	}
	assert_int_equal(grade_worst(values), GRADE_A);
	values[WATCHED_STEAL] = 1;
	values[WATCHED_FREQUENCY] = NAN;
	assert_int_equal(grade_worst(values), GRADE_C);
	values[WATCHED_REFERENCE] = 500;
	assert_int_equal(grade_worst(values), GRADE_F);
	for (int i = 0; i < WATCHED_COUNT; i++)
		values[i] = NAN;
	assert_int_equal(grade_worst(values), GRADE_UNKNOWN);
}

static void test_letters(void **state)
{
	(void)state;
	assert_int_equal(grade_parse("A"), GRADE_A);
	assert_int_equal(grade_parse("d"), GRADE_D);
	assert_int_equal(grade_parse("F"), GRADE_F);
	assert_int_equal(grade_parse("E"), GRADE_UNKNOWN);
	assert_int_equal(grade_parse("AB"), GRADE_UNKNOWN);
	assert_int_equal(grade_parse(""), GRADE_UNKNOWN);
	assert_int_equal(grade_letter(GRADE_C), 'C');
	assert_int_equal(grade_letter(GRADE_UNKNOWN), '?');
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_grades),
		cmocka_unit_test(test_letters),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
