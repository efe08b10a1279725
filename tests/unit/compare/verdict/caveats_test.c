/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compare/verdict/caveats.h"
#include "compare/verdict/comparison.h"
#include "tests/unit/support/build_log.h"

static void compare_of(struct built *f, size_t launches)
{
	build_benchmark(&f->old, "s", "x", launches, 100, 0.01, 1, 1);
	build_benchmark(&f->new, "s", "x", launches, 100, 0.01, 2, 2);
	built_compare(f);
}

static void compare(struct built *f)
{
	compare_of(f, 10);
}

static bool said(const struct built *f, const char *part)
{
	for (size_t i = 0; i < f->comparison.caveats.count; i++)
		if (strstr(f->comparison.caveats.items[i], part))
			return true;
	return false;
}

static void expect(const struct built *f, const char *part)
{
	if (said(f, part))
		return;
	for (size_t i = 0; i < f->comparison.caveats.count; i++)
		print_message("  %s\n", f->comparison.caveats.items[i]);
	fail_msg("nothing says '%s'", part);
}

static void test_nothing_to_say(void **state)
{
	struct built *f = *state;

	compare(f);
	assert_int_equal(f->comparison.caveats.count, 0);
}

static void test_metadata_that_differs(void **state)
{
	struct built *f = *state;

	log_add_meta(&f->new, "host", "other");
	log_add_meta(&f->new, "cpu_model", "Other CPU");
	log_add_meta(&f->old, "governor", "performance");
	log_add_meta(&f->new, "governor", "powersave");
	log_add_meta(&f->new, "workers", "4");
	log_add_meta(&f->old, "kernel", "6.1"); /* unknown in the other log: nothing to say */
	compare(f);
	expect(f, "Different machines: box (old), other (new)");
	expect(f, "Different CPU models: Some CPU (old), Other CPU (new)");
	expect(f, "Different CPU governors: performance (old), powersave (new)");
	expect(f, "Different numbers of workers: 1 (old), 4 (new)");
	assert_int_equal(f->comparison.caveats.count, 4);
}

static void test_builds(void **state)
{
	struct built *f = *state;

	log_add_meta(&f->old, "suite.s.flags", "-O2");
	log_add_meta(&f->new, "suite.s.flags", "-O0");
	log_add_meta(&f->old, "suite.s.build_id", "abc");
	log_add_meta(&f->new, "suite.s.build_id", "abc");
	compare(f);
	expect(f, "flags: '-O2' (old), '-O0' (new)");
	expect(f, "the same build id: s.");
	/* It says nothing of the libraries. */
	assert_false(row_has_same_code(&f->comparison.rows[0]));
}

/* The new build is twice as slow, by the same code. */
static void slow_control(struct built *f, bool judged)
{
	compare(f);
	comparison_release(&f->comparison);
	f->options.judge_same_code = judged;
	f->old.benchmarks[0].code_fingerprint = "abc";
	f->new.benchmarks[0].code_fingerprint = "abc";
	for (size_t i = 0; i < f->new.benchmarks[0].launch_count; i++) {
		f->new.benchmarks[0].launches[i].time.min *= 2;
		f->new.benchmarks[0].launches[i].time.q1 *= 2;
	}
	f->comparison = compare_built(&f->old, &f->new, &f->options);
}

static void test_a_control_that_changes(void **state)
{
	struct built *f = *state;
	const struct row *row;

	slow_control(f, true);
	assert_int_equal(f->comparison.summary.controls, 1);
	expect(f, "Bad run. Of 1 benchmark with the same machine code in both builds, 1 is");
	expect(f, "called changed, by up to 100 %");
	row = find_row(&f->comparison, "x");
	assert_true(row_has_same_code(row));
	assert_string_equal(row->notes->items[row->notes->count - 1], "same code");
	assert_true(comparison_fails(&f->comparison, FAIL_ON_REGRESSION));
}

static void test_the_same_code_is_not_judged(void **state)
{
	struct built *f = *state;
	const struct row *row;

	slow_control(f, false);
	row = find_row(&f->comparison, "x");
	assert_int_equal(row->time.verdict, VERDICT_SAME_CODE);
	assert_true(row_moved(row));
	assert_int_equal(f->comparison.summary.moved, 1);
	assert_true(row_is_outlier(row));
	assert_int_equal(f->comparison.summary.outlying, 1);
	assert_true(f->comparison.summary.moved_most > 1.99);
	assert_int_equal(f->comparison.caveats.count, 0);
	assert_false(comparison_fails(&f->comparison, FAIL_ON_REGRESSION));
	assert_false(comparison_fails(&f->comparison, FAIL_ON_CHANGE));
}

/* Few launches of it limit nothing. */
static void test_what_is_not_judged_has_no_caveat(void **state)
{
	struct built *f = *state;

	compare(f);
	for (int same = 0; same < 2; same++) {
		f->new.benchmarks[0].launch_count = 3;
		for (size_t i = 0; i < 3; i++)
			f->new.benchmarks[0].launches[i].iterations = 200;
		f->old.benchmarks[0].code_fingerprint = same ? "abc" : "";
		f->new.benchmarks[0].code_fingerprint = same ? "abc" : "";
		comparison_release(&f->comparison);
		f->comparison = compare_built(&f->old, &f->new, &f->options);
		assert_int_equal(said(f, "Few launches: 1 of 1 benchmark"), !same);
		assert_int_equal(said(f, "Different iterations per sample: 1 of"), !same);
	}
}

static void test_load(void **state)
{
	struct built *f = *state;

	log_add_meta(&f->old, "cores", "4");
	log_add_meta(&f->old, "load", "1.50");
	log_add_meta(&f->new, "cores", "4");
	log_add_meta(&f->new, "load", "6.25 5.00 1.00");
	compare(f);
	expect(f, "busy: load 6.25 5.00 1.00 on 4 cores when the new log was begun.");
	assert_int_equal(f->comparison.caveats.count, 1);
}

static void test_shared_core(void **state)
{
	struct built *f = *state;

	log_add_meta(&f->old, "core_shared", "20 of 100 launches");
	log_add_meta(&f->new, "core_shared", "21 of 100 launches");
	compare(f);
	expect(f, "21 of 100 launches of the new log shared their core");
	assert_int_equal(f->comparison.caveats.count, 1);
}

/* Both logs of a paired run tell of the whole run. */
static void test_a_paired_run_is_told_once(void **state)
{
	struct built *f = *state;

	log_add_meta(&f->old, "session", "one");
	log_add_meta(&f->new, "session", "one");
	log_add_meta(&f->old, "core_shared", "50 of 100 launches");
	log_add_meta(&f->new, "core_shared", "50 of 100 launches");
	compare(f);
	expect(f, "50 of 100 launches of the run shared their core");
	assert_int_equal(f->comparison.caveats.count, 1);
}

static void test_odd_counts_of_shared_cores_say_nothing(void **state)
{
	struct built *f = *state;

	log_add_meta(&f->old, "core_shared", "soon");
	log_add_meta(&f->new, "core_shared", "3 of 4 launches");
	compare(f);
	assert_int_equal(f->comparison.caveats.count, 0);
}

/* The logs of a paired run have one begin. */
static void test_load_of_one_session(void **state)
{
	struct built *f = *state;
	struct log *logs[] = { &f->old, &f->new };

	for (size_t i = 0; i < 2; i++) {
		log_add_meta(logs[i], "session", "one");
		log_add_meta(logs[i], "cores", "4");
		log_add_meta(logs[i], "load", "6.25");
	}
	compare(f);
	expect(f, "busy: load 6.25 on 4 cores when the run was begun.");
	assert_int_equal(f->comparison.caveats.count, 1);
}

static void test_sessions_and_rules(void **state)
{
	struct built *f = *state;

	log_add_meta(&f->new, "session", "two");
	compare(f);
	expect(f, "Two sessions");
	comparison_release(&f->comparison);
	f->options.rule = RULE_PAIRED;
	f->comparison = compare_built(&f->old, &f->new, &f->options);
	expect(f, "different sessions");
	comparison_release(&f->comparison);
	f->options.rule = RULE_SWIFT;
	f->comparison = compare_built(&f->old, &f->new, &f->options);
	expect(f, "swift tests nothing");
}

static void test_few_launches(void **state)
{
	struct built *f = *state;

	compare_of(f, 3);
	expect(f, "1 of 1 benchmark has fewer than 5 per side (minimum: 3)");
}

static void test_a_log_and_itself(void **state)
{
	struct built *f = *state;

	for (int side = 0; side < 2; side++)
		build_benchmark(side ? &f->new : &f->old, "s", "y", 5, 100, 0.01, 1, 1);
	f->comparison = compare_built(&f->old, &f->new, &f->options);
	expect(f, "a log was compared with itself");
	comparison_release(&f->comparison);
	f->new.benchmarks[0].launches[4].time.q1 += 1;
	f->comparison = compare_built(&f->old, &f->new, &f->options);
	assert_false(said(f, "itself"));
}

static void test_incomplete_and_damaged(void **state)
{
	struct built *f = *state;

	f->new.complete = false;
	for (int i = 0; i < 5; i++)
		log_warn(&f->old, "old.log:%d: damaged.", i + 2);
	compare(f);
	expect(f, "new log is incomplete");
	expect(f, "old.log:2: damaged.");
	expect(f, "old.log:4: damaged.");
	expect(f, "and 2 more warnings about the old log");
	assert_false(said(f, "old.log:5"));
}

static void test_launches(void **state)
{
	struct built *f = *state;
	struct log_benchmark *old = build_benchmark(&f->old, "s", "y", 8, 100, 0.01, 1, 1);
	struct log_benchmark *new = build_benchmark(&f->new, "s", "y", 7, 100, 0.01, 2, 2);

	for (size_t i = 0; i < 7; i++)
		new->launches[i].iterations = 200;
	old->launches[0].disturbed = true;
	build_failure(new, OUTCOME_TIMEOUT);
	/* A framework that tunes each launch: no difference between the builds. */
	build_benchmark(&f->old, "s", "z", 8, 100, 0.01, 3, 1)->launches[0].iterations = 50;
	build_benchmark(&f->new, "s", "z", 8, 100, 0.01, 4, 2)->launches[3].iterations = 60;
	compare(f);
	expect(f, "Different iterations per sample: 1 of 3 benchmarks");
	expect(f, "Disturbed launches are compared as well: 1 of 51, in 1 of 3 benchmarks");
	expect(f, "of 0 benchmarks in the old log, of 1 in the new log");
	expect(f, "Rounds with one build only are left out: 1 of 3 benchmarks");
}

static size_t noted(const struct built *f, const char *part)
{
	size_t count = 0;

	for (size_t i = 0; i < f->comparison.row_count; i++) {
		const struct string_list *notes = row_notes(&f->comparison.rows[i]);

		for (size_t k = 0; k < notes->count; k++)
			count += strstr(notes->items[k], part) != NULL;
	}
	return count;
}

static void test_launches_that_are_not_warm_are_noted(void **state)
{
	struct built *f = *state;

	for (int i = 0; i < 3; i++) {
		char name[] = { (char)('a' + i), '\0' };
		struct log_benchmark *old =
			build_benchmark(&f->old, "s", name, 5, 100, 0.01, 1, 1);

		build_benchmark(&f->new, "s", name, 5, 100, 0.01, 2, 2);
		for (int k = 0; k < i + 1; k++)
			old->launches[k].cold = true;
	}
	compare(f);
	assert_int_equal(noted(f, "launches not warm: 3 old, 0 new"), 1);
	assert_int_equal(noted(f, "not warm"), 1);
}

/* Ten benchmarks, so many old launches of `disturbed` of them were. */
static void compare_disturbed(struct built *f, int disturbed, int launches)
{
	for (int i = 0; i < 9; i++) {
		char name[8];
		struct log_benchmark *old;

		snprintf(name, sizeof(name), "d%d", i);
		old = build_benchmark(&f->old, "s", name, 8, 100, 0.01, 1, 1);
		build_benchmark(&f->new, "s", name, 8, 100, 0.01, 2, 2);
		for (int k = 0; k < launches; k++)
			old->launches[k].disturbed = i < disturbed;
	}
	compare(f);
}

static void test_rows_with_many_disturbed_launches_are_noted(void **state)
{
	compare_disturbed(*state, 5, 4);
	expect(*state, "Disturbed launches are compared as well: 20 of 164, in 5 of 10");
	assert_int_equal(noted(*state, "disturbed launches: 4 old, 0 new"), 5);
}

static void test_a_few_disturbed_launches_are_not(void **state)
{
	compare_disturbed(*state, 5, 3);
	assert_int_equal(noted(*state, "disturbed launches"), 0);
}

/* The first line is enough. */
static void test_disturbed_launches_in_most_rows_are_not(void **state)
{
	compare_disturbed(*state, 6, 8);
	expect(*state, "Disturbed launches are compared as well: 48 of 164, in 6 of 10");
	assert_int_equal(noted(*state, "disturbed launches"), 0);
}

/* What weakens the result most comes first; what the first line says has no short line. */
static void test_order_and_short_lines(void **state)
{
	struct built *f = *state;
	const struct comparison *c = &f->comparison;

	log_add_meta(&f->old, "suite.s.flags", "-O2");
	log_add_meta(&f->new, "suite.s.flags", "-O0");
	log_add_meta(&f->new, "cores", "4");
	log_add_meta(&f->new, "load", "6.25");
	log_add_meta(&f->new, "host", "other");
	f->new.complete = false;
	compare(f);
	assert_int_equal(c->caveats.count, 4);
	assert_int_equal(c->caveat_briefs.count, 4);
	assert_string_equal(
		c->caveat_briefs.items[0], "Different machines: box (old), other (new)");
	assert_string_equal(c->caveat_briefs.items[1], "");
	assert_non_null(strstr(c->caveats.items[1], "The machine was busy"));
	assert_string_equal(c->caveat_briefs.items[2], "The new log is incomplete");
	assert_string_equal(
		c->caveat_briefs.items[3], "Different flags: '-O2' (old), '-O0' (new)");
}

/* What is true of both logs is said once. */
static void test_busy_in_both_logs(void **state)
{
	struct built *f = *state;
	struct log *logs[] = { &f->old, &f->new };

	for (size_t i = 0; i < 2; i++) {
		log_add_meta(logs[i], "cores", "4");
		log_add_meta(logs[i], "load", i ? "9.00" : "6.25");
	}
	compare(f);
	expect(f, "busy: load 6.25 on 4 cores when the old log was begun and load 9.00 on 4");
	assert_int_equal(f->comparison.caveats.count, 1);
}

#define WITH(test) cmocka_unit_test_setup_teardown(test, built_setup, built_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH(test_nothing_to_say),
		WITH(test_metadata_that_differs),
		WITH(test_builds),
		WITH(test_a_control_that_changes),
		WITH(test_the_same_code_is_not_judged),
		WITH(test_what_is_not_judged_has_no_caveat),
		WITH(test_load),
		WITH(test_shared_core),
		WITH(test_a_paired_run_is_told_once),
		WITH(test_odd_counts_of_shared_cores_say_nothing),
		WITH(test_load_of_one_session),
		WITH(test_sessions_and_rules),
		WITH(test_few_launches),
		WITH(test_a_log_and_itself),
		WITH(test_incomplete_and_damaged),
		WITH(test_launches),
		WITH(test_launches_that_are_not_warm_are_noted),
		WITH(test_rows_with_many_disturbed_launches_are_noted),
		WITH(test_a_few_disturbed_launches_are_not),
		WITH(test_disturbed_launches_in_most_rows_are_not),
		WITH(test_order_and_short_lines),
		WITH(test_busy_in_both_logs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
