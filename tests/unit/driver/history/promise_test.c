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

/* Quiet nights of one code; if wanted, track BAD has a new one each night. */
static struct tracks draw(size_t nights, bool bad)
{
	struct tracks tracks = { 0 };
	struct prng prng;

	prng_seed(&prng, 3);
	for (size_t t = 0; t < nights; t++)
		tracks_add_night(&tracks)->machine = 1;
	for (size_t i = 0; i < LINES; i++) {
		char name[16];
		struct track *track;

		snprintf(name, sizeof(name), "%zu", i);
		track = tracks_add(&tracks, "s", name);
		for (uint32_t t = 0; t < nights; t++) {
			struct track_point *p = track_add(track);

			p->night = t;
			p->level = SD * sqrt(12) * (uniform_draw(&prng) - 0.5);
			p->code = bad && i == BAD ? t + 1 : 1;
			p->definition = p->toolchain = 1;
		}
	}
	return tracks;
}

static struct promise measure(const struct tracks *tracks, double threshold)
{
	struct change_settings settings = CHANGE_SETTINGS_DEFAULT;
	struct changes changes;
	struct promise promise;

	changes_find(&changes, tracks, &settings);
	settings.alarms = 0.1;
	settings.threshold = threshold;
	promise_measure(&promise, tracks, &changes, &settings);
	changes_release(&changes);
	return promise;
}

/* A step and a drift are taken out: they are not noise. */
static void test_kept(void **state)
{
	struct tracks tracks = draw(120, false);
	struct promise promise;

	(void)state;
	for (size_t t = 60; t < 120; t++) {
		tracks.tracks[2].points[t].level += 0.2;
		tracks.tracks[3].points[t].level += 0.005 * (double)(t - 60);
	}
	promise = measure(&tracks, 0);
	assert_int_equal(promise.nights, PROMISE_PER);
	assert_true(promise.kept);
	assert_float_equal(promise.aim, 1, 1e-9);
	promise_release(&promise);
	tracks_release(&tracks);
}

/* At a low threshold, the benchmark where changes may stand breaks it, and is named. */
static void test_broken(void **state)
{
	struct tracks tracks = draw(120, true);
	struct promise promise = measure(&tracks, 1);

	(void)state;
	assert_false(promise.kept);
	for (size_t i = 0; i < LINES; i++)
		assert_true(i == BAD || promise.by_track[i] < promise.by_track[BAD]);
	promise_release(&promise);
	tracks_release(&tracks);
}

/* Two benchmarks that move together are one alarm. */
static void test_together(void **state)
{
	struct tracks tracks = draw(120, true);
	struct promise promise;
	size_t alone = 0;

	(void)state;
	for (size_t t = 0; t < 120; t++)
		tracks.tracks[BAD + 1].points[t] = tracks.tracks[BAD].points[t];
	promise = measure(&tracks, 1);
	for (size_t i = 0; i < LINES; i++)
		alone += i == BAD ? 0 : promise.by_track[i];
	assert_int_equal(promise.by_track[BAD], promise.by_track[BAD + 1]);
	assert_true(promise.alarms[PROMISE_NIGHTS] + promise.alarms[PROMISE_BLOCKS] <= alone);
	promise_release(&promise);
	tracks_release(&tracks);
}

static void test_too_few(void **state)
{
	struct tracks tracks = draw(PROMISE_NIGHTS_MIN - 1, false);
	struct promise promise = measure(&tracks, 0);

	(void)state;
	assert_int_equal(promise.nights, 0);
	promise_release(&promise);
	tracks_release(&tracks);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_kept),
		cmocka_unit_test(test_broken),
		cmocka_unit_test(test_together),
		cmocka_unit_test(test_too_few),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
