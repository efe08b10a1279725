/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compare/base/memory.h"
#include "compare/report/headline.h"
#include "compare/verdict/comparison.h"
#include "tests/unit/support/build_log.h"

/* The lines above the table of two runs of 20 benchmarks. The second is slower by `shift`, half
 * of its benchmarks by `spread` more and half by `spread` less; launches differ by `noise`. */
static char *headline_of(double shift, double spread, double noise)
{
	struct log old = build_log("old.log", "one"), new = build_log("new.log", "two");
	struct compare_options options = COMPARE_OPTIONS_DEFAULT;
	struct string_list lines = { 0 };
	struct comparison comparison;
	char *first;

	for (unsigned k = 0; k < 20; k++) {
		char *name = memory_format("bench%u", k);
		double each = k % 2 ? 1 + spread : 1 - spread;

		build_benchmark(&old, "s", name, 8, 1000, noise, 1, 1);
		build_benchmark(&new, "s", name, 8, 1000 * (1 + shift) * each, noise, 1, 2);
		free(name);
	}
	comparison = compare_built(&old, &new, &options);
	first = headline_first(&comparison);
	if (first)
		string_list_add(&lines, first);
	free(first);
	headline_add(&comparison, &lines);
	comparison_release(&comparison);
	log_release(&old);
	log_release(&new);
	return string_list_finish(&lines, "\n");
}

static void expect(double shift, double spread, double noise, const char *wanted)
{
	char *lines = headline_of(shift, spread, noise);

	if (!strstr(lines, wanted))
		fail_msg("not '%s':\n%s", wanted, lines);
	free(lines);
}

static void test_shift_of_everything(void **state)
{
	(void)state;
	expect(.2, 0, .002,
		"The suite is 20.0 % slower (19.9 to 20.0): the machine or the program; two "
		"plain runs cannot tell. Run bdriver run --old DIR --new DIR, or each night "
		"with --anchor DIR.\nShift between the runs: +20.0 % (median of 20 "
		"benchmarks). It is taken out of all rows; around it the runs differ by 0.0");
	expect(-.1, 0, .002, "The suite is 10.0 % faster (10.0 to 10.1): the machine or the");
	expect(.009, 0, .002, "Shift between the runs: +0.88 % (median");
}

static void test_two_runs_cannot_tell(void **state)
{
	(void)state;
	expect(0, .06, .002, "around it the runs differ by 9.");
	expect(0, .06, .002,
		"20 of 20 benchmarks differ by more than the threshold and are not called: the "
		"machine or the program; two plain runs cannot tell.");
	expect(0, .03, .002,
		"20 of 20 inconclusive: noise within and between two runs hides smaller "
		"changes. "
		"bdriver run --old DIR --new DIR measures both builds side by side.");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_shift_of_everything),
		cmocka_unit_test(test_two_runs_cannot_tell),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
