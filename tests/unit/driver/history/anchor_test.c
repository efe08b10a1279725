/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/history/anchor.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void add(
	struct line *line, uint32_t night, double level, double anchor, uint64_t anchor_code)
{
	struct line_point *p = line_add(line);

	p->night = night;
	p->level = level;
	p->se = 0.003;
	p->anchor = anchor;
	p->anchor_se = isfinite(anchor) ? 0.004 : NAN;
	p->anchor_code = anchor_code;
}

static void test_machine_is_taken_out(void **state)
{
	struct lines_of lines = { 0 };
	struct line *line = lines_of_add(&lines, "s", "b");

	(void)state;
	/* The machine becomes slower by .1 in the third night, the code by .05 in the fourth.
	 */
	add(line, 0, 1, 2, 7);
	add(line, 1, 1, 2, 7);
	add(line, 2, 1.1, 2.1, 7);
	add(line, 3, 1.15, 2.1, 7);
	add(line, 4, 1.2, NAN, 0);
	anchor_apply(line);
	for (int i = 0; i < 3; i++)
		assert_true(fabs(line->points[i].level - 1.05) < 1e-12);
	assert_true(fabs(line->points[3].level - 1.1) < 1e-12);
	assert_true(fabs(line->points[3].se - 0.005) < 1e-12);
	assert_true(line->points[3].raw == 1.15);
	assert_true(line->points[4].level == 1.2 && line->points[4].se == 0.003);
	assert_true(anchor_joins(&line->points[0], &line->points[3]));
	assert_false(anchor_joins(&line->points[3], &line->points[4]));
	lines_of_release(&lines);
}

static void test_other_anchor(void **state)
{
	struct lines_of lines = { 0 };
	struct line *line = lines_of_add(&lines, "s", "b");

	(void)state;
	/* A new pinned build that is twice as slow changes nothing of the line. */
	add(line, 0, 1, 2, 7);
	add(line, 1, 1, 2, 7);
	add(line, 2, 1, 2 + log(2), 8);
	anchor_apply(line);
	for (int i = 0; i < 3; i++)
		assert_true(fabs(line->points[i].level - 1) < 1e-12);
	assert_false(anchor_joins(&line->points[1], &line->points[2]));
	lines_of_release(&lines);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_machine_is_taken_out),
		cmocka_unit_test(test_other_anchor),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
