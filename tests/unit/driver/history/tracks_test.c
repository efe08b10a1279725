/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/history/tracks.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void add(
	struct track *track, uint32_t night, double level, double anchor, uint64_t anchor_code)
{
	struct track_point *p = track_add(track);

	p->night = night;
	p->level = level;
	p->se = 0.003;
	if (isnan(anchor))
		return;
	track_beside(p)->anchor = anchor;
	p->beside->anchor_se = 0.004;
	p->beside->anchor_code = anchor_code;
}

static void test_machine_is_taken_out(void **state)
{
	struct tracks tracks = { 0 };
	struct track *track = tracks_add(&tracks, "s", "b");

	(void)state;
	/* The machine becomes slower by .1 in the third night, the code by .05 in the fourth.
	 */
	add(track, 0, 1, 2, 7);
	add(track, 1, 1, 2, 7);
	add(track, 2, 1.1, 2.1, 7);
	add(track, 3, 1.15, 2.1, 7);
	add(track, 4, 1.2, NAN, 0);
	anchor_apply(track);
	for (int i = 0; i < 3; i++)
		assert_true(fabs(track->points[i].level - 1.05) < 1e-12);
	assert_true(fabs(track->points[3].level - 1.1) < 1e-12);
	assert_true(fabs(track->points[3].se - 0.005) < 1e-12);
	assert_true(track_raw(&track->points[3]) == 1.15);
	assert_true(track->points[4].level == 1.2 && track->points[4].se == 0.003);
	assert_true(anchor_joins(&track->points[0], &track->points[3]));
	assert_false(anchor_joins(&track->points[3], &track->points[4]));
	tracks_release(&tracks);
}

static void test_other_anchor(void **state)
{
	struct tracks tracks = { 0 };
	struct track *track = tracks_add(&tracks, "s", "b");

	(void)state;
	/* A new pinned build that is twice as slow changes nothing of the track. */
	add(track, 0, 1, 2, 7);
	add(track, 1, 1, 2, 7);
	add(track, 2, 1, 2 + log(2), 8);
	anchor_apply(track);
	for (int i = 0; i < 3; i++)
		assert_true(fabs(track->points[i].level - 1) < 1e-12);
	assert_false(anchor_joins(&track->points[1], &track->points[2]));
	tracks_release(&tracks);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_machine_is_taken_out),
		cmocka_unit_test(test_other_anchor),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
