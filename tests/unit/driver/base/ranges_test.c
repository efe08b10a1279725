/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/base/ranges.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void test_ranges(void **state)
{
	static const unsigned numbers[] = { 0, 1, 2, 5, 7, 8, 1000 };
	char *text = ranges_text(numbers, 7);

	(void)state;
	assert_string_equal(text, "0-2,5,7-8,1000");
	free(text);
	text = ranges_text(numbers, 0);
	assert_string_equal(text, "");
	free(text);
}

/* sbatch takes 4096 characters: the longest list of 1000 tasks must fit. */
static void test_longest(void **state)
{
	unsigned numbers[500];
	char *text;

	(void)state;
	for (unsigned i = 0; i < 500; i++)
		numbers[i] = 2 * i;
	text = ranges_text(numbers, 500);
	assert_true(strlen(text) < 4096);
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_ranges),
		cmocka_unit_test(test_longest),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
