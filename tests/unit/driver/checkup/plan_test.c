/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "driver/checkup/plan.h"

/* A loop that the compiler emptied: .3 ns, but 3 us where it is the first iteration. */
static void test_one_iteration_says_little_of_a_billion(void **state)
{
	struct subject subject = { .counts = COUNTS_ANY, .iterations = 1000000000 };
	struct checked of = { .one_ns = 3000, .many_ns = 0.3 };
	struct checkup c = { .of = &of };
	double ns;

	(void)state;
	c.run.subjects = (struct subjects){ &subject, 1 };
	checkup_plan_rounds(&c);
	ns = ledger_left_ns(&c.run.ledger, 1, 0);
	/* Launches of all iterations take .6 s. */
	assert_true(ns > 5 * 0.3e9 && ns < 30e9);
	plan_release(&c.run.phase.plan);
	ledger_release(&c.run.ledger);
}

/* Each sample of another framework prepares again for .4 s: 3 s of that are enough. */
static void test_few_samples_where_each_is_prepared_for_long(void **state)
{
	struct subject subject = { .counts = COUNTS_ANY, .iterations = 1000 };
	struct checked of = { .one_ns = 3000, .many_ns = 3000, .rest_ns = 0.4e9 };
	struct checkup c = { .of = &of };

	(void)state;
	c.run.subjects = (struct subjects){ &subject, 1 };
	checkup_plan_rounds(&c);
	assert_true(c.run.phase.plan.slot_count > 0);
	for (size_t i = 0; i < c.run.phase.plan.slot_count; i++)
		assert_int_equal(c.run.phase.plan.slots[i].samples, 7);
	plan_release(&c.run.phase.plan);
	ledger_release(&c.run.ledger);
}

/* Which launches are made alone, and made again where somebody disturbed them. */
#define SUBJECTS 3
#define MAIN     100 /* tuned */

struct world {
	struct checkup c;
	struct subject subjects[SUBJECTS];
	struct checked of[SUBJECTS];
};

/* The second is in doubt for what differs between launches, the third for its counts as well.
 */
static void begin(struct world *w)
{
	*w = (struct world){ 0 };
	w->c.run.subjects.items = w->subjects;
	w->c.run.subjects.count = SUBJECTS;
	w->c.of = w->of;
	w->c.stage = CHECKUP_STAGE_ALONE;
	for (int i = 0; i < SUBJECTS; i++) {
		w->subjects[i].iterations = MAIN;
		w->subjects[i].counts = COUNTS_ANY;
		w->of[i].one_ns = w->of[i].many_ns = 1e4;
	}
	w->of[1].doubt = (struct doubt){ NEED_TIMES | NEED_QUIET, 20 };
	w->of[2].doubt = (struct doubt){ NEED_TIMES | NEED_FOUR_COUNTS, 5 };
}

static void end(struct world *w)
{
	plan_release(&w->c.run.phase.plan);
	ledger_release(&w->c.run.ledger);
	core_floor_release(&w->c.floor);
}

/* Slots of a subject at the main count, or at the others; each round at most once. */
static unsigned planned(const struct world *w, uint32_t subject, bool at_main, uint32_t first)
{
	unsigned n = 0;
	uint32_t last = first - 1;

	for (size_t i = 0; i < w->c.run.phase.plan.slot_count; i++) {
		const struct plan_slot *slot = &w->c.run.phase.plan.slots[i];

		if (slot->benchmark != subject || (slot->iterations == MAIN) != at_main)
			continue;
		n++;
		if (!at_main)
			continue;
		assert_int_equal(slot->round, last + 1);
		assert_int_equal(slot->stage, CHECKUP_STAGE_ALONE);
		last = slot->round;
	}
	return n;
}

static void note(struct world *w, size_t subject, double high, double lost, int64_t iterations)
{
	struct log_row row;

	log_row_init(&row);
	row.launch.iterations = iterations;
	row.evidence.cpu = 0;
	row.evidence.core.low = 1;
	row.evidence.core.high = high;
	row.evidence.wall_ns = 1e8;
	row.evidence.run_delay_ns = (int64_t)(1e8 * lost);
	recheck_note(&w->c, subject, &row);
}

static void test_launches_that_were_not_quiet_come_again(void **state)
{
	struct world w;

	(void)state;
	begin(&w);
	checkup_plan_alone(&w.c);
	assert_int_equal(planned(&w, 0, true, 1) + planned(&w, 0, false, 1), 0);
	assert_int_equal(planned(&w, 1, true, 1), 20);
	assert_int_equal(planned(&w, 1, false, 1), 0);
	assert_int_equal(planned(&w, 2, true, 1), 5);
	assert_int_equal(planned(&w, 2, false, 1), 20); /* 1, 2, 4 and 8 */

	for (int i = 0; i < 13; i++)
		note(&w, 1, 1.05, 0.001, MAIN);
	for (int i = 0; i < 4; i++)
		note(&w, 1, 1.6, 0, MAIN); /* shared its core */
	for (int i = 0; i < 3; i++)
		note(&w, 1, 1.05, 0.05, MAIN); /* waited */
	for (int i = 0; i < 5; i++) {
		note(&w, 2, NAN, 0, MAIN); /* too short for probes */
		for (int n = 1; n <= 8; n *= 2)
			note(&w, 2, n == 8 && i < 2 ? 1.5 : 1, 0, n);
	}
	note(&w, 1, 1, 0, 1); /* another count */
	plan_release(&w.c.run.phase.plan);
	checkup_plan_alone(&w.c);
	assert_int_equal(planned(&w, 1, true, 21), 7);
	assert_int_equal(planned(&w, 2, true, 1), 0);
	assert_int_equal(planned(&w, 2, false, 1), 2);

	for (int i = 0; i < 7; i++)
		note(&w, 1, 1, 0, MAIN);
	for (int i = 0; i < 2; i++)
		note(&w, 2, 1, 0, 8);
	plan_release(&w.c.run.phase.plan);
	checkup_plan_alone(&w.c);
	assert_int_equal(w.c.run.phase.plan.slot_count, 0);
	end(&w);
}

/* The stages before teach the floor, no more. */
static void test_only_launches_alone_count(void **state)
{
	struct world w;

	(void)state;
	begin(&w);
	w.c.stage = CHECKUP_STAGE;
	note(&w, 1, 1, 0, MAIN);
	assert_int_equal(w.of[1].quiet[CHECKUP_COUNTS - 1], 0);
	w.c.stage = CHECKUP_STAGE_ALONE;
	note(&w, 1, 1.3, 0, MAIN);
	assert_int_equal(w.of[1].quiet[CHECKUP_COUNTS - 1], 0);
	note(&w, 1, 1.1, 0, MAIN);
	assert_int_equal(w.of[1].quiet[CHECKUP_COUNTS - 1], 1);
	end(&w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_one_iteration_says_little_of_a_billion),
		cmocka_unit_test(test_few_samples_where_each_is_prepared_for_long),
		cmocka_unit_test(test_launches_that_were_not_quiet_come_again),
		cmocka_unit_test(test_only_launches_alone_count),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
