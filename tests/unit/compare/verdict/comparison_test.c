/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compare/base/memory.h"
#include "compare/log/metric.h"
#include "compare/verdict/comparison.h"
#include "compare/verdict/comparison_sort.h"
#include "tests/unit/support/build_log.h"

#define COUNT 40

/* Benchmark k has no change, but 0: +10 %, 1: -10 %, 2: twice as slow. */
static double effect(unsigned k)
{
	static const double effects[] = { 1.1, 0.9, 2.0 };

	return k < 3 ? effects[k] : 1;
}

static void fill(struct built *f, size_t launches)
{
	for (unsigned k = 0; k < COUNT; k++) {
		char *name = memory_format("b%u", k);
		double ns = 100 * (k + 1);

		build_benchmark(&f->old, "s", name, launches, ns, 0.004, 1, 1);
		build_benchmark(&f->new, "s", name, launches, ns * effect(k), 0.004, 2, 2);
		free(name);
	}
}

static void expect_planted(const struct built *f)
{
	assert_int_equal(built_verdict(f, "b0"), VERDICT_REGRESSED);
	assert_int_equal(built_verdict(f, "b1"), VERDICT_IMPROVED);
	assert_int_equal(built_verdict(f, "b2"), VERDICT_REGRESSED);
	assert_int_equal(f->comparison.summary.counts[VERDICT_REGRESSED], 2);
	assert_int_equal(f->comparison.summary.counts[VERDICT_IMPROVED], 1);
	assert_string_equal(f->comparison.rows[0].name, "b2");
	assert_string_equal(f->comparison.rows[1].name, "b0");
	assert_string_equal(f->comparison.rows[2].name, "b1");
	assert_float_equal(f->comparison.rows[0].time.ratio, 2, 0.02);
	assert_float_equal(f->comparison.rows[1].time.ratio, 1.1, 0.01);
}

static void test_paired(void **state)
{
	struct built *f = *state;
	const struct row *row;

	fill(f, 10);
	built_compare(f);
	assert_int_equal(f->comparison.rule, RULE_PAIRED);
	expect_planted(f);
	assert_int_equal(built_verdict(f, "b9"), VERDICT_UNCHANGED);
	assert_true(isnan(f->comparison.summary.shift.ratio));
	row = find_row(&f->comparison, "b0");
	assert_true(row->time.low < 1.1 && row->time.high > 1.09);
	assert_true(row->time.p < 0.01 && row->time.q < 0.05);
	assert_float_equal(row->time.new / row->time.old, row->time.ratio, 0.002);
	assert_int_equal(row->old.launches, 10);
	assert_int_equal(row->old.samples, 50);
}

static void test_unpaired(void **state)
{
	struct built *f = *state;

	fill(f, 10);
	built_compare(f);
	assert_int_equal(f->comparison.rule, RULE_UNPAIRED);
	expect_planted(f);
	assert_float_equal(f->comparison.summary.shift.ratio, 1, 0.01);
	assert_float_equal(f->comparison.options.threshold, 0.05, 0);
}

static void test_one_sided_and_failed(void **state)
{
	struct built *f = *state;

	fill(f, 10);
	build_benchmark(&f->old, "s", "gone", 10, 5, 0.01, 1, 1);
	build_benchmark(&f->new, "s", "fresh", 10, 5, 0.01, 1, 1);
	build_benchmark(&f->old, "s", "breaks", 10, 5, 0.01, 1, 1);
	build_failure(
		build_benchmark(&f->new, "s", "breaks", 0, 5, 0.01, 1, 1), OUTCOME_SIGNAL);
	build_failure(
		build_benchmark(&f->old, "s", "healed", 0, 5, 0.01, 1, 1), OUTCOME_VERIFY);
	build_benchmark(&f->new, "s", "healed", 10, 5, 0.01, 1, 1);
	build_failure(build_benchmark(&f->old, "s", "never", 0, 5, 0.01, 1, 1), OUTCOME_EXIT);
	build_failure(
		build_benchmark(&f->new, "s", "never", 0, 5, 0.01, 1, 1), OUTCOME_TIMEOUT);
	build_benchmark(&f->old, "s", "partly", 10, 5, 0.004, 1, 1);
	build_failure(
		build_benchmark(&f->new, "s", "partly", 9, 5, 0.004, 2, 2), OUTCOME_TIMEOUT);
	build_failure(build_benchmark(&f->new, "s", "stillborn", 0, 5, 0, 1, 1), OUTCOME_EXIT);
	built_compare(f);
	assert_int_equal(built_verdict(f, "gone"), VERDICT_REMOVED);
	assert_true(find_row(&f->comparison, "gone")->lost);
	assert_int_equal(built_verdict(f, "fresh"), VERDICT_ADDED);
	assert_int_equal(built_verdict(f, "breaks"), VERDICT_FAILED);
	assert_true(find_row(&f->comparison, "breaks")->lost);
	assert_int_equal(built_verdict(f, "healed"), VERDICT_FAILED);
	assert_false(find_row(&f->comparison, "healed")->lost);
	assert_int_equal(built_verdict(f, "never"), VERDICT_FAILED);
	assert_false(find_row(&f->comparison, "never")->lost);
	assert_int_equal(built_verdict(f, "stillborn"), VERDICT_FAILED);
	assert_string_equal(
		find_row(&f->comparison, "never")->notes->items[1], "new: times out");
	assert_int_equal(built_verdict(f, "partly"), VERDICT_UNCHANGED);
	assert_string_equal(find_row(&f->comparison, "partly")->notes->items[0],
		"new: 1 of 10 launches failed (times out)");
	assert_int_equal(f->comparison.summary.lost, 2);
	expect_planted(f);
}

static void test_fail_on(void **state)
{
	struct built *f = *state;

	build_benchmark(&f->old, "s", "same", 10, 5, 0.001, 1, 1);
	build_benchmark(&f->new, "s", "same", 10, 5, 0.001, 2, 2);
	built_compare(f);
	for (enum fail_on on = FAIL_ON_REGRESSION; on <= FAIL_ON_NEVER; on++)
		assert_false(comparison_fails(&f->comparison, on));
	build_benchmark(&f->new, "s", "fresh", 10, 5, 0.001, 2, 2);
	built_compare(f);
	assert_false(comparison_fails(&f->comparison, FAIL_ON_REGRESSION));
	assert_true(comparison_fails(&f->comparison, FAIL_ON_CHANGE));
	build_benchmark(&f->old, "s", "slow", 10, 5, 0.001, 1, 1);
	build_benchmark(&f->new, "s", "slow", 10, 10, 0.001, 2, 2);
	built_compare(f);
	assert_true(comparison_fails(&f->comparison, FAIL_ON_REGRESSION));
	assert_false(comparison_fails(&f->comparison, FAIL_ON_MISSING));
	build_benchmark(&f->old, "s", "gone", 10, 5, 0.001, 1, 1);
	built_compare(f);
	assert_true(comparison_fails(&f->comparison, FAIL_ON_MISSING));
	assert_false(comparison_fails(&f->comparison, FAIL_ON_NEVER));
}

static void test_thresholds_of_benchmarks(void **state)
{
	struct built *f = *state;
	struct threshold_of globs[] = { { "s/b0", 0.2 }, { "b*", 0.05 } };

	fill(f, 10);
	f->options.thresholds = (struct threshold_list){ globs, 2, 2 };
	built_compare(f);
	assert_int_not_equal(built_verdict(f, "b0"), VERDICT_REGRESSED);
	assert_int_equal(built_verdict(f, "b1"), VERDICT_IMPROVED);
	assert_float_equal(find_row(&f->comparison, "b0")->time.threshold, 0.2, 0);
	assert_float_equal(find_row(&f->comparison, "b1")->time.threshold, 0.05, 0);
}

static enum verdict mirrored(enum verdict verdict)
{
	switch (verdict) {
	case VERDICT_REGRESSED:
		return VERDICT_IMPROVED;
	case VERDICT_IMPROVED:
		return VERDICT_REGRESSED;
	case VERDICT_ADDED:
		return VERDICT_REMOVED;
	case VERDICT_REMOVED:
		return VERDICT_ADDED;
	default:
		return verdict;
	}
}

static void expect_mirrored(const struct comparison *a, const struct comparison *b)
{
	assert_int_equal(a->row_count, b->row_count);
	for (size_t i = 0; i < a->row_count; i++) {
		const struct row *x = &a->rows[i], *y = find_row(b, x->name);

		assert_int_equal(mirrored(x->time.verdict), y->time.verdict);
		if (isnan(x->time.ratio))
			continue;
		assert_float_equal(x->time.ratio * y->time.ratio, 1, 1e-9);
		if (isnan(x->time.p))
			continue;
		assert_float_equal(x->time.low * y->time.high, 1, 1e-9);
		assert_float_equal(x->time.p, y->time.p, 1e-9);
	}
}

static void test_swapped_logs_give_the_mirror_image(void **state)
{
	struct built *f = *state;
	const enum rule rules[] = { RULE_PAIRED, RULE_UNPAIRED };

	fill(f, 10);
	build_benchmark(&f->old, "s", "gone", 10, 5, 0.01, 1, 1);
	build_benchmark(&f->new, "s", "fresh", 10, 5, 0.01, 1, 1);
	for (size_t i = 0; i < 2; i++) {
		struct comparison back;

		f->options.rule = rules[i];
		built_compare(f);
		back = compare_built(&f->new, &f->old, &f->options);
		expect_mirrored(&f->comparison, &back);
		comparison_release(&back);
	}
}

/* Heavy tails and changes: times, change and interval of a row are of one estimator. */
static void test_the_change_lies_in_its_interval(void **state)
{
	struct built *f = *state;
	const enum rule rules[] = { RULE_PAIRED, RULE_UNPAIRED };
	size_t seen = 0;

	for (unsigned k = 0; k < 300; k++) {
		char *name = memory_format("b%u", k);
		double noise = 0.001 * (1 + k % 40), ns = 100 * (1 + 0.001 * (k % 70));

		build_benchmark(&f->old, "s", name, 8 + k % 15, 100, noise, 1, 1);
		build_benchmark(&f->new, "s", name, 8 + k % 15, ns, noise, 2, 2);
		free(name);
	}
	for (size_t i = 0; i < 2; i++) {
		f->options.rule = rules[i];
		built_compare(f);
		for (size_t k = 0; k < f->comparison.row_count; k++) {
			const struct row *row = &f->comparison.rows[k];

			assert_true(row->time.low <= row->time.ratio);
			assert_true(row->time.ratio <= row->time.high);
			assert_float_equal(
				row->time.new / row->time.old, row->time.ratio, 1e-9);
			assert_true(*row->time.estimate_of);
			seen++;
		}
	}
	assert_int_equal(seen, 600);
}

/* An empty loop: its change is none, and no mean of ratios may contain it. */
static void test_below_the_clock(void **state)
{
	struct built *f = *state;
	const struct row *row;

	build_benchmark(&f->old, "s", "a", 10, 100, 0.001, 1, 1);
	build_benchmark(&f->new, "s", "a", 10, 110, 0.001, 2, 2);
	/* A step of 1 ns over 100 iterations. */
	build_benchmark(&f->old, "s", "empty", 10, 0.004, 0.001, 1, 1);
	build_benchmark(&f->new, "s", "empty", 10, 0.001, 0.001, 2, 2);
	built_compare(f);
	row = find_row(&f->comparison, "empty");
	assert_true(row->too_fast);
	assert_string_equal(
		row->notes->items[row->notes->count - 1], "below the clock's resolution");
	assert_false(find_row(&f->comparison, "a")->too_fast);
	assert_int_equal(f->comparison.summary.mean.count, 1);
	assert_float_equal(f->comparison.summary.mean.ratio, 1.1, 0.001);
}

static void set_peaks(struct log *log, struct log_benchmark *benchmark, int64_t kib)
{
	for (size_t i = 0; i < benchmark->launch_count; i++) {
		struct counted *peak = arena_alloc(&log->arena, sizeof(*peak));

		*peak = (struct counted){ METRIC_MEMORY, (double)kib + (double)i };
		benchmark->launches[i].counted = peak;
		benchmark->launches[i].counted_count = 1;
	}
}

static void test_peak_memory(void **state)
{
	struct built *f = *state;
	const int64_t old[] = { 4000, 4000, 100000, 4000 };
	const int64_t new[] = { 6000, 4100, 101000, 3000 };
	const bool changed[] = { true, false, false, true };

	for (unsigned k = 0; k < 4; k++) {
		char name[] = { 'm', (char)('0' + k), '\0' };

		set_peaks(
			&f->old, build_benchmark(&f->old, "s", name, 5, 5, 0.01, 1, 1), old[k]);
		set_peaks(
			&f->new, build_benchmark(&f->new, "s", name, 5, 5, 0.01, 2, 2), new[k]);
	}
	built_compare(f);
	for (unsigned k = 0; k < 4; k++) {
		char name[] = { 'm', (char)('0' + k), '\0' };

		assert_int_equal(
			find_row(&f->comparison, name)->counted[0].verdict <= VERDICT_IMPROVED,
			changed[k]);
	}
	assert_string_equal(f->comparison.metrics[0].about.key, "memory");
	assert_int_equal(f->comparison.metrics[0].changed, 2);
	assert_int_equal(f->comparison.summary.counted_changes, 2);
	assert_float_equal(find_row(&f->comparison, "m0")->counted[0].new, 6002, 0.001);
	/* Time decides alone. */
	assert_false(find_row(&f->comparison, "m0")->counted_fails);
}

/* Swift's rule is of speedups, not symmetric: 1000 -> 1052 is no regression, 1053 is. It adds 1
 * ns to both, which decides 10 -> 10.55. */
static void test_swift_and_judge(void **state)
{
	struct built *f = *state;
	const double olds[] = { 1000, 1000, 1000, 1000, 1000, 10, 0 };
	const double news[] = { 1052, 1053, 1000, 949, 950, 10.55, 0 };
	const enum verdict swift[] = { VERDICT_UNCHANGED, VERDICT_REGRESSED, VERDICT_UNCHANGED,
		VERDICT_IMPROVED, VERDICT_IMPROVED, VERDICT_UNCHANGED, VERDICT_UNCHANGED };
	const enum verdict judge[] = { VERDICT_REGRESSED, VERDICT_REGRESSED, VERDICT_UNCHANGED,
		VERDICT_IMPROVED, VERDICT_UNCHANGED, VERDICT_REGRESSED, VERDICT_UNCHANGED };

	for (unsigned k = 0; k < 7; k++) {
		char name[] = { 'm', (char)('0' + k), '\0' };

		launch_summarise(
			log_add_launch(log_add_benchmark(&f->old, "s", name, "")), &olds[k], 1);
		launch_summarise(
			log_add_launch(log_add_benchmark(&f->new, "s", name, "")), &news[k], 1);
	}
	for (int rule = 0; rule < 2; rule++) {
		f->options.rule = rule ? RULE_JUDGE : RULE_SWIFT;
		built_compare(f);
		for (unsigned k = 0; k < 7; k++) {
			char name[] = { 'm', (char)('0' + k), '\0' };

			assert_int_equal(built_verdict(f, name), rule ? judge[k] : swift[k]);
		}
	}
}

static void test_zeros_and_missing_times(void **state)
{
	struct built *f = *state;
	const double zero[] = { 0, 0 }, some[] = { 3, 4 };
	const enum rule rules[] = { RULE_PAIRED, RULE_UNPAIRED, RULE_BOOTSTRAP, RULE_SWIFT,
		RULE_JUDGE };

	for (int k = 0; k < 3; k++) {
		launch_summarise(
			log_add_launch(log_add_benchmark(&f->old, "s", "z", "")), zero, 2);
		launch_summarise(
			log_add_launch(log_add_benchmark(&f->new, "s", "z", "")), zero, 2);
		launch_summarise(
			log_add_launch(log_add_benchmark(&f->old, "s", "y", "")), zero, 2);
		launch_summarise(
			log_add_launch(log_add_benchmark(&f->new, "s", "y", "")), some, 2);
		log_add_launch(log_add_benchmark(&f->old, "s", "empty", ""));
		launch_summarise(
			log_add_launch(log_add_benchmark(&f->new, "s", "empty", "")), some, 2);
	}
	build_benchmark(&f->old, "s", "x", 3, 10, 0.01, 1, 1);
	build_benchmark(&f->new, "s", "x", 3, 10, 0.01, 2, 2);
	for (size_t i = 0; i < 5; i++) {
		f->options.rule = rules[i];
		built_compare(f);
		assert_int_equal(built_verdict(f, "empty"), VERDICT_FAILED);
		assert_int_not_equal(built_verdict(f, "z"), VERDICT_REGRESSED);
		assert_int_not_equal(built_verdict(f, "z"), VERDICT_IMPROVED);
	}
}

static void test_sort(void **state)
{
	struct built *f = *state;

	fill(f, 10);
	built_compare(f);
	comparison_sort(&f->comparison, SORT_NAME);
	assert_string_equal(f->comparison.rows[2].name, "b2");
	assert_string_equal(f->comparison.rows[10].name, "b10");
}

#define WITH(test) cmocka_unit_test_setup_teardown(test, built_setup, built_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH(test_paired),
		cmocka_unit_test_setup_teardown(
			test_unpaired, built_setup_two_sessions, built_teardown),
		WITH(test_one_sided_and_failed),
		WITH(test_fail_on),
		WITH(test_thresholds_of_benchmarks),
		WITH(test_swapped_logs_give_the_mirror_image),
		WITH(test_the_change_lies_in_its_interval),
		WITH(test_below_the_clock),
		WITH(test_peak_memory),
		WITH(test_swift_and_judge),
		WITH(test_zeros_and_missing_times),
		WITH(test_sort),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
