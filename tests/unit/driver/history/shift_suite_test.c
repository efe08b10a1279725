/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/history/shift.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Two nights of 20 benchmarks; the second is slower by .05. The first `same` have the same
 * code, and the first `anchored` the same anchor. */
static struct suite_shift step_of(size_t benchmarks, size_t same, size_t anchored)
{
	struct tracks tracks = { 0 };
	struct suite_shift shift;

	tracks_add_night(&tracks);
	tracks_add_night(&tracks);
	for (size_t i = 0; i < benchmarks; i++) {
		struct track *track = tracks_add(&tracks, "s", "b");

		for (uint32_t night = 0; night < 2; night++) {
			struct track_point *p = track_add(track);

			p->night = night;
			p->level = 1 + 0.05 * night + 0.001 * (double)(i % 3) * night;
			p->se = 0.001;
			p->code = i < same ? 7 : 7 + night;
			if (i < anchored) {
				track_beside(p)->anchor = 2;
				p->beside->anchor_code = 9;
			}
		}
	}
	shift = suite_step(&tracks);
	tracks_release(&tracks);
	return shift;
}

static void test_nothing_tells(void **state)
{
	struct suite_shift shift = step_of(20, 9, 0);

	(void)state;
	assert_int_equal(shift.shown_by, 20);
	assert_true(shift.beyond);
	assert_true(fabs(log(shift.ratio) - 0.051) < 1e-9);
	assert_int_equal(step_of(20, 0, 9).shown_by, 20);
}

/* A team whose nights move by as much is told of none. */
static void test_usual(void **state)
{
	struct tracks tracks = { 0 };

	(void)state;
	for (uint32_t night = 0; night < 30; night++)
		tracks_add_night(&tracks);
	for (size_t i = 0; i < 20; i++) {
		struct track *track = tracks_add(&tracks, "s", "b");

		for (uint32_t night = 0; night < 30; night++) {
			struct track_point *p = track_add(track);

			p->night = night;
			p->level = 0.03 * (night % 3) + 0.001 * (double)(i % 3);
		}
	}
	for (size_t i = 0; i < 20; i++)
		tracks.tracks[i].points[29].level = tracks.tracks[i].points[28].level + 0.05;
	assert_false(suite_step(&tracks).beyond);
	for (size_t i = 0; i < 20; i++)
		tracks.tracks[i].points[29].level += 0.5;
	assert_true(suite_step(&tracks).beyond);
	tracks_release(&tracks);
}

static void test_controls_tell(void **state)
{
	(void)state;
	assert_int_equal(step_of(20, 10, 0).shown_by, 0);
	assert_int_equal(step_of(20, 0, 10).shown_by, 0);
	assert_int_equal(step_of(9, 0, 0).shown_by, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_nothing_tells),
		cmocka_unit_test(test_usual),
		cmocka_unit_test(test_controls_tell),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
