/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compare/log/finish.h"
#include "compare/verdict/comparison.h"
#include "tests/unit/support/build_log.h"

/* Rounds that only one side has take no part: launches are matched, not counted. */
static void test_pairs_by_round(void **state)
{
	struct built *f = *state;
	struct log_benchmark *old = build_benchmark(&f->old, "s", "x", 12, 100, 0.002, 1, 1);
	struct log_benchmark *new = build_benchmark(&f->new, "s", "x", 10, 100, 0.002, 2, 2);

	/* The old rounds 1 and 2 have no twin and would look like a change. */
	for (size_t i = 0; i < 2; i++)
		old->launches[i].time.min = old->launches[i].time.q1 = 300;
	for (size_t i = 0; i < 10; i++)
		new->launches[i].round = (uint32_t)i + 3;
	built_compare(f);
	assert_int_equal(f->comparison.rule, RULE_PAIRED);
	assert_int_equal(built_verdict(f, "x"), VERDICT_UNCHANGED);
	assert_float_equal(find_row(&f->comparison, "x")->time.old, 100, 1);
}

/* A small change that is certain is unchanged, and says how small. */
static void test_a_small_change_is_told(void **state)
{
	struct built *f = *state;
	const struct row *row;

	build_benchmark(&f->old, "s", "x", 12, 100, 0.0002, 1, 1);
	build_benchmark(&f->new, "s", "x", 12, 100.5, 0.0002, 2, 2);
	built_compare(f);
	row = find_row(&f->comparison, "x");
	assert_int_equal(row->time.verdict, VERDICT_UNCHANGED);
	assert_int_equal(row->notes->count, 1);
	assert_non_null(strstr(row->notes->items[0], "slower by 0.5"));
	assert_non_null(strstr(row->notes->items[0], "%, below the threshold"));
}

static void add_attempt(struct log_benchmark *benchmark, double ns, bool first_disturbed)
{
	struct launch *launch = log_add_launch(benchmark);

	*launch = benchmark->launches[0];
	launch->attempt = 2;
	launch->line = 1000;
	launch->disturbed = !first_disturbed;
	launch->time.min = launch->time.q1 = launch->time.median = launch->time.max = ns;
	benchmark->launches[0].disturbed = first_disturbed;
	benchmark->launches[0].time.min = benchmark->launches[0].time.q1 = 3 * ns;
}

/* Each log takes its clean attempt at round 1, but these did not run side by side. */
static void test_pairs_are_of_one_attempt(void **state)
{
	struct built *f = *state;

	add_attempt(build_benchmark(&f->old, "s", "x", 8, 100, 0.0001, 1, 1), 100, false);
	add_attempt(build_benchmark(&f->new, "s", "x", 8, 100, 0.0001, 2, 2), 100, true);
	log_finish(&f->old);
	log_finish(&f->new);
	built_compare(f);
	assert_int_equal(built_verdict(f, "x"), VERDICT_UNCHANGED);
	assert_true(find_row(&f->comparison, "x")->time.low > 0.99);
}

static void test_paired_without_common_round(void **state)
{
	struct built *f = *state;
	struct log_benchmark *new;
	struct err e;

	build_benchmark(&f->old, "s", "x", 5, 100, 0.01, 1, 1);
	new = build_benchmark(&f->new, "s", "x", 5, 100, 0.01, 2, 2);
	for (size_t i = 0; i < 5; i++)
		new->launches[i].round += 100;
	log_finish(&f->old);
	log_finish(&f->new);
	assert_int_equal(
		comparison_make(&f->comparison, &f->old, &f->new, &f->options, &e), -1);
	assert_non_null(strstr(e.text, "--rule unpaired"));
}

static void set_stage(struct log *log, const char *name, size_t from, uint16_t stage)
{
	struct log_benchmark *benchmark = log_find(log, "s", name, NULL);

	for (size_t i = from; i < benchmark->launch_count; i++) {
		benchmark->launches[i].stage = (uint8_t)stage;
		benchmark->launches[i].round = (uint32_t)(i - from) + 1;
	}
}

/*
 * Smoke: of five benchmarks that look 10 % slower in stage 1, b0 is so in stage 2 as well, b1
 * is not, b2 never got its second stage, and b4 is faster there.
 */
static void test_smoke_rests_on_the_second_stage(void **state)
{
	struct built *f = *state;
	const char *const names[] = { "b0", "b1", "b2", "b3", "b4" };
	const size_t launches[] = { 28, 28, 8, 8, 28 };

	for (size_t k = 0; k < 5; k++) {
		struct log_benchmark *new;

		build_benchmark(&f->old, "s", names[k], launches[k], 100, 0.003, 1, 1);
		new = build_benchmark(&f->new, "s", names[k], launches[k], 100, 0.003, 2, 2);
		for (size_t i = 0; i < launches[k]; i++) {
			struct launch *launch = &new->launches[i];
			bool slow = k == 0 || (k != 3 && i < 8);
			double factor = slow ? 1.1 : k == 4 ? 0.9 : 1;

			launch->time.min *= factor;
			launch->time.q1 *= factor;
		}
		for (int side = 0; side < 2; side++) {
			struct log *log = side ? &f->new : &f->old;

			set_stage(log, names[k], 0, 1);
			if (launches[k] > 8)
				set_stage(log, names[k], 8, 2);
		}
	}
	built_compare(f);
	assert_true(f->comparison.two_stages);
	assert_int_equal(built_verdict(f, "b0"), VERDICT_REGRESSED);
	assert_int_equal(built_verdict(f, "b1"), VERDICT_UNCHANGED);
	assert_int_equal(built_verdict(f, "b2"), VERDICT_INCONCLUSIVE);
	assert_string_equal(
		find_row(&f->comparison, "b2")->notes->items[0], "not tested again");
	assert_int_equal(built_verdict(f, "b3"), VERDICT_UNCHANGED);
	assert_int_equal(built_verdict(f, "b4"), VERDICT_INCONCLUSIVE);
	assert_true(find_row(&f->comparison, "b4")->time.high >= 1);
}

/* Turns that agree within launches that do not; no part of --estimator. */
static void test_turns_of_both_launches(void **state)
{
	struct built *f = *state;
	struct log_benchmark *old = build_benchmark(&f->old, "s", "x", 12, 100, 0.2, 1, 1);
	struct log_benchmark *new = build_benchmark(&f->new, "s", "x", 12, 100, 0.2, 2, 2);
	float a[12][2], b[12][2];

	for (size_t i = 0; i < 12; i++)
		for (size_t k = 0; k < 2; k++) {
			a[i][k] = 100 + (float)i;
			b[i][k] = a[i][k] * (1.05f + 0.001f * (float)((i + k) % 3));
			old->launches[i].turn_q1_ns = a[i];
			new->launches[i].turn_q1_ns = b[i];
			old->launches[i].turn_count = new->launches[i].turn_count = 2;
		}
	built_compare(f);
	assert_int_equal(built_verdict(f, "x"), VERDICT_REGRESSED);
	assert_string_equal(find_row(&f->comparison, "x")->time.estimate_of, "ratios of turns");
	f->options.estimator = ESTIMATOR_MIN;
	built_compare(f);
	assert_int_equal(built_verdict(f, "x"), VERDICT_INCONCLUSIVE);
	/* One round whose launches did not run side by side. */
	f->options.estimator = ESTIMATOR_RULE;
	new->launches[3].turn_count = 0;
	built_compare(f);
	assert_int_equal(built_verdict(f, "x"), VERDICT_INCONCLUSIVE);
}

#define WITH(test) cmocka_unit_test_setup_teardown(test, built_setup, built_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			test_a_small_change_is_told, built_setup, built_teardown),
		WITH(test_pairs_by_round),
		WITH(test_pairs_are_of_one_attempt),
		WITH(test_paired_without_common_round),
		WITH(test_turns_of_both_launches),
		WITH(test_smoke_rests_on_the_second_stage),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
