/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "driver/explain/explanation_words.h"

/* A time that is called changed, or not, and the instructions of two functions. */
static void check(double ratio, double run_old, double run_new, double error, const char *text)
{
	struct row row = { .time = { .verdict = ratio > 1   ? VERDICT_REGRESSED
						: ratio < 1 ? VERDICT_IMPROVED
							    : VERDICT_UNCHANGED,
				   .ratio = ratio } };
	struct explanation x;
	struct explained *run;
	char *sentence;

	explanation_init(&x, &row, 2);
	run = explanation_item(&x, "run");
	run->ran = run->code = run->there[0] = run->there[1] = true;
	run->hash[1] = 1;
	run->work[0] = run_old;
	run->work[1] = run_new;
	explanation_item(&x, "libc")->work[0] = 1000 - run_old;
	explanation_item(&x, "libc")->work[1] = 1000 - run_old;
	x.work[0] = 1000;
	x.work[1] = 1000 - run_old + run_new;
	x.counted[0].error = error;
	explanation_judge(&x);
	sentence = explanation_sentence(&x);
	assert_string_equal(sentence, text);
	free(sentence);
	explanation_release(&x);
}

static void test_cases(void **state)
{
	(void)state;
	check(1.05, 400, 450, 0,
		"likely: +5.0 % work, most of it in run, which executes 12.5 % more");
	check(0.95, 400, 350, 0,
		"likely: -5.0 % work, most of it in run, which executes 12.5 % less");
	check(1.05, 0, 50, 0, "likely: +5.0 % work, most of it in run");
	check(1.05, 50, 0, 0,
		"-5.0 % work, most of it in run, yet slower: other instructions, its place in "
		"memory, caches or predictions");
	check(0.95, 400, 450, 0,
		"+5.0 % work, most of it in run, which executes 12.5 % more, yet faster: other "
		"instructions, its place in memory, caches or predictions");
	check(1.20, 400, 450, 0,
		"in part: +5.0 % work, most of it in run, which executes 12.5 % more; the rest "
		"is "
		"its place in memory, caches or predictions");
	check(1.05, 400, 402, 0, "not more work: its place in memory, caches or predictions");
	check(1, 400, 450, 0, "+5.0 % work, which the time does not show");
	check(1, 400, 402, 0, "as much work as before");
	check(1.05, 400, 450, 30, "unknown: the work differs from launch to launch");
	check(20, 400, 20000, 30,
		"likely: +1960.0 % work, most of it in run, which executes 4900.0 % more");
}

static void test_who_has_the_work(void **state)
{
	static const char *const names[][2] = { { "a", "b" }, { "", "b" } };
	static const char *const where[] = { "in several functions",
		"in code without a symbol" };
	struct row row = { .time = { .verdict = VERDICT_REGRESSED, .ratio = 1.1 } };

	(void)state;
	for (int i = 0; i < 2; i++) {
		struct explanation x;
		char *sentence, want[64];

		explanation_init(&x, &row, 2);
		explanation_item(&x, names[i][0])->work[1] = i ? 60 : 45;
		explanation_item(&x, names[i][1])->work[1] = 40;
		explanation_item(&x, "c")->work[1] = i ? 0 : 15;
		x.work[0] = 1000;
		x.work[1] = 1100;
		explanation_judge(&x);
		sentence = explanation_sentence(&x);
		snprintf(want, sizeof(want), "likely: +10.0 %% work, %s", where[i]);
		assert_string_equal(sentence, want);
		free(sentence);
		explanation_release(&x);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cases),
		cmocka_unit_test(test_who_has_the_work),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
