/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/history/shift.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/support/uniform.h"

#define LINES  40
#define NIGHTS 50
#define SD     0.002

/* Of one code, with uniform noise of the SD. */
static struct tracks quiet(size_t count)
{
	struct tracks tracks = { 0 };
	struct prng prng;

	prng_seed(&prng, 3);
	for (int t = 0; t < NIGHTS; t++)
		tracks_add_night(&tracks)->machine = 1;
	for (size_t i = 0; i < count; i++) {
		struct track *track = tracks_add(&tracks, "s", "b");

		for (uint32_t t = 0; t < NIGHTS; t++)
			*track_add(track) = (struct track_point){ .night = t,
				.level =
					(double)i + SD * sqrt(12) * (uniform_draw(&prng) - 0.5),
				.code = 1,
				.definition = 1,
				.toolchain = 1 };
	}
	return tracks;
}

static void move(struct tracks *tracks, size_t first, size_t last, double effect)
{
	for (size_t i = 0; i < tracks->track_count; i++)
		for (size_t t = first; t <= last; t++)
			tracks->tracks[i].points[t].level += effect;
}

static void test_quiet(void **state)
{
	struct tracks tracks = quiet(LINES);
	double shift[NIGHTS], lasting[NIGHTS];

	(void)state;
	/* What few tracks do is no shift. */
	for (size_t i = 0; i < LINES / 3; i++)
		for (size_t t = 20; t < NIGHTS; t++)
			tracks.tracks[i].points[t].level += 0.1;
	shift_find(shift, lasting, &tracks);
	for (size_t t = 0; t < NIGHTS; t++) {
		assert_float_equal(shift[t], 0, 0);
		assert_float_equal(lasting[t], 0, 0);
	}
	tracks_release(&tracks);
}

/* Two lasting steps, a slow night between them, and one that may be either. */
static void test_shifts(void **state)
{
	struct tracks tracks = quiet(LINES);
	double shift[NIGHTS], lasting[NIGHTS];

	(void)state;
	move(&tracks, 12, NIGHTS - 1, 0.02);
	move(&tracks, 20, 20, 0.05);
	move(&tracks, 30, NIGHTS - 1, -0.01);
	move(&tracks, NIGHTS - 2, NIGHTS - 1, 0.03);
	shift_find(shift, lasting, &tracks);
	for (size_t t = 0; t < NIGHTS; t++) {
		double truth = t < 12 ? 0 : t < 30 ? 0.02 : 0.01;

		assert_float_equal(lasting[t], truth, SD);
		truth += t == 20 ? 0.05 : t >= NIGHTS - 2 ? 0.03 : 0;
		assert_float_equal(shift[t], truth, SD);
	}
	assert_float_equal(lasting[11], 0, 0);
	assert_float_equal(lasting[29] - lasting[12], 0, 1e-9);
	tracks_release(&tracks);
}

/* Benchmarks with new code have no vote, and too few have none. */
static void test_no_votes(void **state)
{
	double shift[NIGHTS], lasting[NIGHTS];

	(void)state;
	for (int way = 0; way < 2; way++) {
		struct tracks tracks = quiet(way == 1 ? 9 : LINES);

		move(&tracks, 25, NIGHTS - 1, 0.05);
		for (size_t i = 0; !way && i < LINES; i++)
			for (size_t t = 0; t < NIGHTS; t++)
				tracks.tracks[i].points[t].code = 1 + (t >= 25);
		shift_find(shift, lasting, &tracks);
		assert_float_equal(shift[NIGHTS - 1], 0, 0);
		tracks_release(&tracks);
	}
}

/* If no code is known, all vote; what six of ten do is no shift. */
static void test_unknown_code(void **state)
{
	static const size_t moved[] = { LINES, LINES / 3, LINES * 6 / 10, LINES * 8 / 10 };
	double shift[NIGHTS], lasting[NIGHTS];

	(void)state;
	for (size_t way = 0; way < 4; way++) {
		struct tracks tracks = quiet(LINES);

		for (size_t i = 0; i < LINES; i++)
			for (size_t t = 0; t < NIGHTS; t++) {
				tracks.tracks[i].points[t].code = 0;
				tracks.tracks[i].points[t].level +=
					t >= 25 && i < moved[way] ? 0.03 : 0;
			}
		shift_find(shift, lasting, &tracks);
		assert_float_equal(lasting[24], 0, 0);
		assert_float_equal(lasting[25], way ? 0 : 0.03, SD);
		assert_float_equal(shift[NIGHTS - 1], way ? 0 : 0.03, SD);
		tracks_release(&tracks);
	}
}

/* The build of last night, measured beside, votes for benchmarks with new code. */
static void test_before(void **state)
{
	struct tracks tracks = quiet(LINES);
	double shift[NIGHTS], lasting[NIGHTS];

	(void)state;
	move(&tracks, 25, NIGHTS - 1, 0.05);
	for (size_t i = 0; i < LINES; i++) {
		struct track_point *p = tracks.tracks[i].points;

		for (size_t t = 0; t < NIGHTS; t++) {
			p[t].code += t >= 25;
		}
		track_beside(&p[25])->before = p[25].level;
		p[25].beside->before_code = 1;
	}
	shift_find(shift, lasting, &tracks);
	assert_float_equal(lasting[24], 0, 0);
	assert_float_equal(lasting[25], 0.05, 2 * SD);
	tracks_release(&tracks);
}

static void test_empty(void **state)
{
	struct tracks tracks = { 0 };
	double shift[1], lasting[1];

	(void)state;
	shift_find(shift, lasting, &tracks);
	tracks_add_night(&tracks);
	tracks_add(&tracks, "s", "without points");
	shift_find(shift, lasting, &tracks);
	assert_float_equal(shift[0], 0, 0);
	tracks_release(&tracks);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_quiet),
		cmocka_unit_test(test_shifts),
		cmocka_unit_test(test_no_votes),
		cmocka_unit_test(test_unknown_code),
		cmocka_unit_test(test_before),
		cmocka_unit_test(test_empty),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
