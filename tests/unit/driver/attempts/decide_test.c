/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/attempts/decide.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define ROWS 3

/* Three benchmarks, of which nothing is known but what a test sets. */
struct fixture {
	struct row rows[ROWS];
	struct comparison comparison;
	struct look look;
	struct attempt_row attempt;
};

static bool asks_all(const void *ctx, const char *benchmark)
{
	(void)ctx;
	(void)benchmark;
	return true;
}

static bool asks_a(const void *ctx, const char *benchmark)
{
	(void)ctx;
	return *benchmark == 'A';
}

/* speed: old / new; half the interval and p go with it. */
static void set_times(struct row *row, double speed, double half, double p)
{
	row->time.ratio = 1 / speed;
	row->time.low = exp(-half) / speed;
	row->time.high = exp(half) / speed;
	row->most = row->time.high;
	row->time.p = row->time.q = p;
	row->time.verdict = VERDICT_UNCHANGED;
}

static void set_up(struct fixture *f)
{
	static const char *const names[ROWS] = { "A", "B", "C" };

	*f = (struct fixture){ .comparison = { .rows = f->rows, .row_count = ROWS },
		.look = { .comparison = &f->comparison, .asks = asks_all, .asked = ROWS },
		.attempt = { .level = 0.001 } };
	f->comparison.options.fdr = 0.05;
	for (int i = 0; i < ROWS; i++) {
		f->rows[i] = (struct row){ .suite = "s", .name = names[i] };
		f->rows[i].time.threshold = 0.01;
		f->rows[i].old.launches = f->rows[i].new.launches = 0;
		set_times(&f->rows[i], 1, 0.005, 0.5);
	}
}

static void assert_decision(struct fixture *f, enum decision decision, const char *reason)
{
	decide(&f->look, &f->attempt);
	assert_int_equal(f->attempt.decision, decision);
	if (decision == DECISION_MORE)
		assert_null(f->attempt.reason);
	else
		assert_string_equal(f->attempt.reason, reason);
	free(f->attempt.reason);
}

static void test_keep_pays_for_all_that_is_asked_for_and_for_looks(void **state)
{
	struct fixture f;

	(void)state;
	set_up(&f);
	set_times(&f.rows[0], 1.05, 0.005, 0.001 / ROWS / LOOKS);
	assert_decision(&f, DECISION_KEEP, "A: faster, +5.00 %");
	assert_true(fabs(f.attempt.p - 0.001) < 1e-12);
	assert_true(fabs(f.attempt.speed - cbrt(1.05)) < 1e-12);
	assert_true(f.attempt.corrected > 1 && f.attempt.corrected <= f.attempt.speed);
	f.look.busy = true;
	assert_decision(&f, DECISION_KEEP,
		"A: faster, +5.00 %; the machine was busy: confirm it on a calm one");
	f.look.busy = false;
	f.attempt.level = 0.00099;
	assert_decision(&f, DECISION_MORE, NULL);
	/* The others are not asked for: less to pay, and all of the gain. */
	f.look.asks = asks_a;
	f.look.asked = 1;
	assert_decision(&f, DECISION_KEEP, "A: faster, +5.00 %");
	assert_true(fabs(f.attempt.speed - 1.05) < 1e-12);
}

static void test_drop(void **state)
{
	struct fixture f;

	(void)state;
	set_up(&f);
	assert_decision(&f, DECISION_DROP, "nothing gained");
	set_times(&f.rows[0], 1.05, 0.005, 1e-9);
	set_times(&f.rows[1], 0.95, 0.005, 1e-9);
	f.rows[1].time.verdict = VERDICT_REGRESSED;
	assert_decision(&f, DECISION_DROP, "B: slower, -5.00 %");
	/* Not sure enough to end before the last look. */
	f.rows[1].time.q = 0.04;
	assert_decision(&f, DECISION_MORE, NULL);
	f.look.last = true;
	assert_decision(&f, DECISION_DROP, "B: slower, -5.00 %");
	/* A gain below the threshold is none. */
	set_up(&f);
	set_times(&f.rows[0], 1.008, 0.001, 1e-9);
	assert_decision(&f, DECISION_DROP, "nothing gained");
}

static void test_undecided(void **state)
{
	struct fixture f;

	(void)state;
	set_up(&f);
	set_times(&f.rows[0], 1.05, 0.06, 0.1);
	assert_decision(&f, DECISION_MORE, NULL);
	f.look.last = true;
	assert_decision(&f, DECISION_UNSURE,
		"a gain is neither shown nor excluded: p is 1 and has to be 0.001; try a "
		"longer --budget");
	set_times(&f.rows[0], 1.05, 0.02, 0.001);
	assert_decision(&f, DECISION_UNSURE,
		"faster, but not certain enough: p is 0.024 and has to be 0.001; try a longer "
		"--budget");
	set_times(&f.rows[0], 1.05, 0.005, 1e-9);
	set_times(&f.rows[1], 1, 0.3, 0.5);
	assert_decision(&f, DECISION_UNSURE, "B: may be slower, up to -25.9 %");
	f.look.unmeasured = "C";
	assert_decision(&f, DECISION_UNSURE, "C: no launch has ended in time");
	set_up(&f);
	f.look.last = true;
	for (int i = 0; i < ROWS; i++)
		f.rows[i].time.low = NAN;
	assert_decision(&f, DECISION_UNSURE, "nothing that is asked for was measured");
	assert_true(isnan(f.attempt.speed));
}

static void test_the_same_code_and_conflicts_are_no_gain(void **state)
{
	struct fixture f;

	(void)state;
	set_up(&f);
	set_times(&f.rows[0], 1.05, 0.005, 1e-9);
	f.rows[0].paired.conflict = true;
	assert_decision(&f, DECISION_MORE, NULL);
	assert_true(f.attempt.p == 1);
	/* Nor is it known that such a benchmark is not slower. */
	set_times(&f.rows[1], 1.05, 0.005, 1e-9);
	assert_decision(&f, DECISION_MORE, NULL);
	f.look.last = true;
	assert_decision(&f, DECISION_UNSURE,
		"A: may be slower, as its minima contradict the other estimates");
	f.rows[0].paired.conflict = false;
	assert_decision(&f, DECISION_KEEP, "A: faster, +5.00 %");
	set_times(&f.rows[1], 1, 0.005, 0.5);
	f.look.last = false;
	f.rows[0].kin = KIN_SAME;
	assert_decision(&f, DECISION_DROP, "nothing gained");
}

static void test_all_together_is_decided_by_its_interval(void **state)
{
	struct fixture f;

	(void)state;
	set_up(&f);
	f.look.final = f.look.last = true;
	set_times(&f.rows[0], 1.05, 0.005, 1e-9);
	assert_decision(&f, DECISION_KEEP, "");
	set_times(&f.rows[0], 0.95, 0.005, 1e-9);
	assert_decision(&f, DECISION_DROP, "");
	set_times(&f.rows[0], 1, 0.005, 0.5);
	assert_decision(&f, DECISION_UNSURE, "");
	f.look.busy = true;
	assert_decision(&f, DECISION_UNSURE, "the machine was busy: confirm it on a calm one");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_keep_pays_for_all_that_is_asked_for_and_for_looks),
		cmocka_unit_test(test_drop),
		cmocka_unit_test(test_undecided),
		cmocka_unit_test(test_the_same_code_and_conflicts_are_no_gain),
		cmocka_unit_test(test_all_together_is_decided_by_its_interval),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
