/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "driver/run/progress.h"

#define S 1000000000ull

/* Lines of a run of that length in which nothing ends; *longest: of its silences. */
static unsigned lines_until(uint64_t end_s, uint64_t *longest_s)
{
	struct progress p = { .total = 100, .began_ns = 5 * S, .shown_ns = 5 * S };
	unsigned lines = 0;

	*longest_s = 0;
	for (uint64_t now = 5; now <= 5 + end_s; now++) {
		uint64_t silence = now - p.shown_ns / S;

		if (silence > *longest_s)
			*longest_s = silence;
		if (!progress_is_due(&p, now * S))
			continue;
		p.shown_ns = now * S;
		lines++;
	}
	return lines;
}

static void test_a_young_run_is_not_silent_for_20_s(void **state)
{
	uint64_t longest;

	(void)state;
	assert_in_range(lines_until(60, &longest), 4, 4);
	assert_in_range(longest, 1, 18); /* and a tick of 2 s */
	lines_until(320, &longest);
	assert_in_range(longest, 1, 18);
}

static void test_a_long_run_says_less_but_never_nothing_for_ten_minutes(void **state)
{
	uint64_t longest;

	(void)state;
	assert_in_range(lines_until(3600, &longest), 50, 80);
	lines_until(86400, &longest);
	assert_in_range(longest, 500, 590);
}

static void test_a_new_tenth_is_told_soon_but_only_ten_times(void **state)
{
	struct progress p = { .total = 100, .done = 10 };

	(void)state;
	assert_false(progress_is_due(&p, 1 * S));
	assert_true(progress_is_due(&p, 2 * S));
	p.lines = 10;
	assert_false(progress_is_due(&p, 2 * S));
	p.lines = 0;
	p.tenths = 1;
	assert_false(progress_is_due(&p, 2 * S));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_young_run_is_not_silent_for_20_s),
		cmocka_unit_test(test_a_long_run_says_less_but_never_nothing_for_ten_minutes),
		cmocka_unit_test(test_a_new_tenth_is_told_soon_but_only_ten_times),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
