/* SPDX-License-Identifier: GPL-3.0-or-later */
/* slow: 330 nights are judged one after the other, four times. */
#include "driver/history/promise.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "tests/unit/support/uniform.h"

#define LINES 10
#define SD    0.01
#define BAD   7

/* Quiet nights of one code; if wanted, line BAD has a new one each night. */
static struct lines_of draw(size_t nights, bool bad)
{
	struct lines_of lines = { 0 };
	struct prng prng;

	prng_seed(&prng, 3);
	for (size_t t = 0; t < nights; t++)
		lines_of_add_night(&lines)->machine = 1;
	for (size_t i = 0; i < LINES; i++) {
		char name[16];
		struct line *line;

		snprintf(name, sizeof(name), "%zu", i);
		line = lines_of_add(&lines, "s", name);
		for (uint32_t t = 0; t < nights; t++) {
			struct line_point *p = line_add(line);

			p->night = t;
			p->level = SD * sqrt(12) * (uniform_draw(&prng) - 0.5);
			p->code = bad && i == BAD ? t + 1 : 1;
			p->definition = p->toolchain = 1;
		}
	}
	return lines;
}

static struct promise measure(const struct lines_of *lines, double threshold)
{
	struct change_settings settings = CHANGE_SETTINGS_DEFAULT;
	struct changes changes;
	struct promise promise;

	changes_find(&changes, lines, &settings);
	settings.alarms = 0.1;
	settings.threshold = threshold;
	promise_measure(&promise, lines, &changes, &settings);
	changes_release(&changes);
	return promise;
}

/* A step and a drift are taken out: they are not noise. */
static void test_kept(void **state)
{
	struct lines_of lines = draw(120, false);
	struct promise promise;

	(void)state;
	for (size_t t = 60; t < 120; t++) {
		lines.lines[2].points[t].level += 0.2;
		lines.lines[3].points[t].level += 0.005 * (double)(t - 60);
	}
	promise = measure(&lines, 0);
	assert_int_equal(promise.nights, PROMISE_PER);
	assert_true(promise.kept);
	assert_float_equal(promise.aim, 1, 1e-9);
	promise_release(&promise);
	lines_of_release(&lines);
}

/* At a low threshold, the benchmark where changes may stand breaks it, and is named. */
static void test_broken(void **state)
{
	struct lines_of lines = draw(120, true);
	struct promise promise = measure(&lines, 1);

	(void)state;
	assert_false(promise.kept);
	for (size_t i = 0; i < LINES; i++)
		assert_true(i == BAD || promise.by_line[i] < promise.by_line[BAD]);
	promise_release(&promise);
	lines_of_release(&lines);
}

static void test_too_few(void **state)
{
	struct lines_of lines = draw(PROMISE_NIGHTS_MIN - 1, false);
	struct promise promise = measure(&lines, 0);

	(void)state;
	assert_int_equal(promise.nights, 0);
	promise_release(&promise);
	lines_of_release(&lines);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_kept),
		cmocka_unit_test(test_broken),
		cmocka_unit_test(test_too_few),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
