/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/history/changes.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "tests/unit/support/uniform.h"

#define LINES  20
#define NIGHTS 60
#define SD     0.002

/* Nights of one code without any change, of uniform noise with the SD. */
static struct tracks quiet(void)
{
	struct tracks tracks = { 0 };
	struct prng prng;

	prng_seed(&prng, 5);
	for (int t = 0; t < NIGHTS; t++)
		tracks_add_night(&tracks)->machine = 1;
	for (int i = 0; i < LINES; i++) {
		struct track *track;
		char name[16];

		snprintf(name, sizeof(name), "%d", i);
		track = tracks_add(&tracks, "s", name);
		for (uint32_t t = 0; t < NIGHTS; t++)
			*track_add(track) = (struct track_point){ .night = t,
				.launches = 10,
				.level = i + SD * sqrt(12) * (uniform_draw(&prng) - 0.5),
				.se = SD / 2,
				.code = 1,
				.definition = 1,
				.toolchain = 1 };
	}
	return tracks;
}

/* From that night on. */
static void shift(struct tracks *tracks, size_t track, size_t night, double effect)
{
	for (size_t t = night; t < NIGHTS; t++)
		tracks->tracks[track].points[t].level += effect;
}

static void new_code(struct tracks *tracks, size_t track, size_t night)
{
	for (size_t t = night; t < NIGHTS; t++)
		tracks->tracks[track].points[t].code++;
}

static struct changes find(const struct tracks *tracks)
{
	struct change_settings settings = CHANGE_SETTINGS_DEFAULT;
	struct changes changes;

	changes_find(&changes, tracks, &settings);
	return changes;
}

/* One event of a slope, and no staircase; two steps stay two. */
static void test_drift(void **state)
{
	struct tracks tracks = quiet();
	struct changes changes;
	const struct change *drift;

	(void)state;
	for (size_t t = 20; t < NIGHTS; t++)
		tracks.tracks[3].points[t].level += 0.002 * (double)((t < 50 ? t : 50) - 19);
	shift(&tracks, 4, 20, 0.03);
	shift(&tracks, 4, 40, 0.03);
	for (size_t i = 3; i < 5; i++)
		for (size_t t = 20; t < 51; t++)
			new_code(&tracks, i, t);
	changes = find(&tracks);
	assert_int_equal(changes.count, 3);
	drift = &changes.list[0];
	assert_int_equal(drift->track, 3);
	assert_int_equal(drift->kind, CHANGE_DRIFT);
	assert_float_equal(drift->effect, 0.062, 0.003);
	assert_float_equal(change_slope(drift), 0.06, 0.001);
	assert_in_range(drift->low, 17, 23);
	assert_in_range(drift->high, 47, 53);
	assert_int_equal(changes.list[1].kind, CHANGE_CODE);
	assert_int_equal(changes.list[1].at, 20);
	assert_int_equal(changes.list[2].at, 40);
	changes_release(&changes);
	tracks_release(&tracks);
}

/* To and fro between two levels is one change; with a level that lasts, or a third one, it is
 * steps. */
static void test_flips(void **state)
{
	static const size_t at[] = { 20, 27, 33, 41, 48 };
	struct tracks tracks = quiet();
	struct changes changes;

	(void)state;
	for (size_t k = 0; k < 5; k++) {
		shift(&tracks, 2, at[k], k % 2 ? -0.05 : 0.05);
		shift(&tracks, 3, at[k], k % 2 ? -0.05 : 0.1);
	}
	shift(&tracks, 4, 5, 0.05);
	shift(&tracks, 4, 40, -0.05);
	shift(&tracks, 4, 50, 0.05);
	changes = find(&tracks);
	assert_int_equal(changes.list[0].track, 2);
	assert_int_equal(changes.list[0].kind, CHANGE_FLIPS);
	assert_int_equal(changes.list[0].flips, 5);
	assert_int_equal(changes.list[0].at, 20);
	assert_int_equal(changes.list[0].until, 48);
	assert_float_equal(changes.list[0].effect, 0.05, 0.002);
	assert_float_equal(change_left(&changes.list[0]), 0.05, 0.002);
	for (size_t i = 1; i < changes.count; i++)
		assert_int_equal(changes.list[i].flips, 0);
	assert_int_equal(changes.count, 1 + 5 + 3);
	changes_release(&changes);
	tracks_release(&tracks);
}

static void test_quiet(void **state)
{
	struct tracks tracks = quiet();
	struct changes changes;

	(void)state;
	new_code(&tracks, 3, 20);
	changes = find(&tracks);
	assert_int_equal(changes.count, 0);
	assert_true(changes.noise.tracks[0].sd > SD / 2 && changes.noise.tracks[0].sd < 2 * SD);
	changes_release(&changes);
	tracks_release(&tracks);
}

/* With new code at once; with the same code it costs more, and its kind says so. */
static void test_steps(void **state)
{
	struct tracks tracks = quiet();
	struct changes changes;

	(void)state;
	new_code(&tracks, 3, 30);
	shift(&tracks, 3, 30, 0.02);
	shift(&tracks, 7, 40, -0.02);
	new_code(&tracks, 9, 58);
	shift(&tracks, 9, 58, 0.05);
	changes = find(&tracks);
	assert_int_equal(changes.count, 3);
	assert_int_equal(changes.list[0].track, 3);
	assert_int_equal(changes.list[0].best, 30);
	assert_int_equal(changes.list[0].low, 30);
	assert_int_equal(changes.list[0].high, 30);
	assert_int_equal(changes.list[0].kind, CHANGE_CODE);
	assert_float_equal(changes.list[0].effect, 0.02, 0.002);
	assert_int_equal(changes.list[1].kind, CHANGE_SAME_CODE);
	assert_int_equal(changes.list[1].best, 40);
	assert_int_equal(changes.list[2].best, 58); /* two nights suffice */
	changes_release(&changes);
	tracks_release(&tracks);
}

/* A single bad night, also the last one, is no change; a benchmark that changed begins anew. */
static void test_no_changes(void **state)
{
	struct tracks tracks = quiet();
	struct changes changes;

	(void)state;
	tracks.tracks[2].points[30].level += 0.5;
	tracks.tracks[4].points[NIGHTS - 1].level += 0.5;
	tracks.tracks[5].points[0].level -= 0.5;
	shift(&tracks, 6, 30, 0.5);
	for (size_t t = 30; t < NIGHTS; t++)
		tracks.tracks[6].points[t].definition = 2;
	changes = find(&tracks);
	assert_int_equal(changes.count, 0);
	changes_release(&changes);
	tracks_release(&tracks);
}

/* What all benchmarks with the same code do together is the machine's. */
static void test_machine(void **state)
{
	struct tracks tracks = quiet();
	struct changes changes;

	(void)state;
	for (size_t i = 0; i < LINES; i++)
		shift(&tracks, i, 25, 0.03);
	for (size_t t = 25; t < NIGHTS; t++)
		tracks.nights[t].machine = 2;
	new_code(&tracks, 1, 25);
	shift(&tracks, 1, 25, 0.04);
	changes = find(&tracks);
	assert_int_equal(changes.count, 1);
	assert_int_equal(changes.list[0].track, 1);
	assert_float_equal(changes.list[0].effect, 0.04, 0.004);
	assert_int_equal(changes.list[0].kind, CHANGE_MACHINE);
	assert_float_equal(changes.noise.shift[24], 0, 0);
	assert_float_equal(changes.noise.shift[25], 0.03, 0.002);
	changes_release(&changes);
	tracks_release(&tracks);
}

/* A track has the correlation, the bad nights and the time of its own noise. */
static void test_own_noise(void **state)
{
	struct tracks tracks = quiet();
	struct changes changes;
	const struct track_noise *own;
	double sum = 0;

	(void)state;
	for (uint32_t t = 0; t < NIGHTS; t++) {
		struct track_point *p = &tracks.tracks[1].points[t];

		sum = 0.9 * sum + (p->level - 1);
		p->level = 1 + sum;
		p = &tracks.tracks[2].points[t];
		p->level += t % 12 == 5 ? 20 * SD : 0;
		p = &tracks.tracks[3].points[t];
		p->level = 3 + (p->level - 3) * (t < 40 ? 1 : 5);
	}
	changes = find(&tracks);
	own = changes.noise.tracks;
	assert_true(own[1].sd > 3 * own[0].sd);
	assert_true(own[1].df < own[0].df);
	assert_true(own[2].bad > 3 * own[0].bad);
	assert_true(noise_sd(&changes.noise, &tracks, 3, NIGHTS - 1) >
		    1.3 * noise_sd(&changes.noise, &tracks, 3, 0));
	assert_true(noise_sd(&changes.noise, &tracks, 0, NIGHTS - 1) <
		    1.3 * noise_sd(&changes.noise, &tracks, 0, 0));
	changes_release(&changes);
	tracks_release(&tracks);
}

/* A track that is clearly correlated counts as more so, but not across nights whose code may
 * differ: a step looks like correlation there. */
static void test_clearly_correlated(void **state)
{
	struct tracks tracks = quiet();
	struct changes changes;
	const struct track_noise *own;
	double sum = 0;

	(void)state;
	for (size_t t = 0; t < NIGHTS; t++) {
		struct track_point *known = &tracks.tracks[1].points[t];
		struct track_point *unknown = &tracks.tracks[2].points[t];

		sum = 0.8 * sum + (known->level - 1);
		known->level = unknown->level = 1 + sum;
		unknown->code = 0;
	}
	changes = find(&tracks);
	own = changes.noise.tracks;
	assert_true(own[1].sd > 1.1 * own[2].sd);
	assert_true(own[2].sd > 1.5 * own[0].sd);
	changes_release(&changes);
	tracks_release(&tracks);
}

static void test_threshold(void **state)
{
	(void)state;
	assert_true(change_threshold(1, 500, 0.1) > change_threshold(4, 500, 0.1));
	assert_true(change_threshold(1, 500, 0.1) > change_threshold(1, 50, 0.1));
	assert_true(change_threshold(1, 500, 1) > change_threshold(1, 500, 0.1));
	assert_true(isfinite(change_threshold(1, 0, 0)));
}

static void test_empty(void **state)
{
	struct tracks tracks = { 0 };
	struct changes changes = find(&tracks);

	(void)state;
	assert_int_equal(changes.count, 0);
	changes_release(&changes);
	tracks_add_night(&tracks);
	tracks_add(&tracks, "s", "without points");
	*track_add(tracks_add(&tracks, "s", "one")) =
		(struct track_point){ .level = 1, .se = NAN };
	changes = find(&tracks);
	assert_int_equal(changes.count, 0);
	changes_release(&changes);
	tracks_release(&tracks);
}

/* Of a track that is too noisy nothing is reported that so many nights would often not show:
 * less than a week's smallest step after 30 nights, not after 11. */
static void test_too_noisy(void **state)
{
	struct tracks tracks = quiet();
	struct changes changes;

	(void)state;
	for (size_t i = 8; i < 11; i++) {
		for (size_t t = 0; t < NIGHTS; t++) {
			double *level = &tracks.tracks[i].points[t].level;

			*level = (double)i + (*level - (double)i) * 110;
		}
		new_code(&tracks, i, 30);
	}
	new_code(&tracks, 8, 49);
	shift(&tracks, 8, 49, 0.27);
	shift(&tracks, 9, 30, 0.32);
	shift(&tracks, 10, 30, 0.8);
	changes = find(&tracks);
	for (size_t i = 0; i < LINES; i++)
		assert_int_equal(
			changes_too_noisy(&changes, &tracks.tracks[i], i), i >= 8 && i < 11);
	assert_in_range(1000 * changes_smallest(&changes, 9), 260, 400);
	assert_int_equal(changes.count, 2);
	assert_int_equal(changes.list[0].track, 9);
	assert_true(changes.list[0].effect < changes_smallest(&changes, 9));
	assert_int_equal(changes.list[1].track, 10);
	changes_release(&changes);
	tracks_release(&tracks);
}

/* Steps that were found are no noise: a benchmark with many is watched as well as one without.
 */
static void test_steps_are_no_noise(void **state)
{
	struct tracks tracks = quiet();
	struct changes changes;

	(void)state;
	for (size_t t = 0; t < NIGHTS; t++)
		tracks.tracks[3].points[t].code = 0;
	for (size_t t = 10; t < NIGHTS; t += 10)
		shift(&tracks, 3, t, t % 20 == 10 ? 0.05 : -0.05);
	changes = find(&tracks);
	assert_int_equal(changes.list[0].flips, 5);
	assert_true(changes.noise.tracks[3].sd < 1.25 * SD);
	changes_release(&changes);
	tracks_release(&tracks);
}

/* A benchmark that leaves its level for two nights now and then is not reported each time;
 * another one that does it once, for eight nights, is. */
static void test_runs_of_bad_nights(void **state)
{
	struct tracks tracks = quiet();
	struct changes changes;

	(void)state;
	for (size_t t = 0; t < NIGHTS; t++) {
		tracks.tracks[3].points[t].code = tracks.tracks[4].points[t].code = 0;
		tracks.tracks[3].points[t].level += t % 20 == 10 || t % 20 == 11 ? 20 * SD : 0;
		tracks.tracks[4].points[t].level += t >= 30 && t < 38 ? 20 * SD : 0;
	}
	changes = find(&tracks);
	assert_int_equal(changes.count, 2);
	assert_int_equal(changes.list[0].track, 4);
	assert_int_equal(changes.list[1].track, 4);
	assert_true(changes.noise.tracks[3].bad > changes.noise.tracks[0].bad);
	changes_release(&changes);
	tracks_release(&tracks);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_flips),
		cmocka_unit_test(test_quiet),
		cmocka_unit_test(test_drift),
		cmocka_unit_test(test_steps),
		cmocka_unit_test(test_no_changes),
		cmocka_unit_test(test_machine),
		cmocka_unit_test(test_threshold),
		cmocka_unit_test(test_own_noise),
		cmocka_unit_test(test_clearly_correlated),
		cmocka_unit_test(test_empty),
		cmocka_unit_test(test_too_noisy),
		cmocka_unit_test(test_steps_are_no_noise),
		cmocka_unit_test(test_runs_of_bad_nights),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
