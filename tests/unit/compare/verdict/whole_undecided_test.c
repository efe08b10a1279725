/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compare/base/memory.h"
#include "compare/report/headline.h"
#include "compare/verdict/comparison.h"
#include "compare/verdict/whole.h"
#include "tests/unit/support/build_log.h"

/* Some benchmarks whose new time is three times the old one. */
static void fill(struct built *f, const char *names, unsigned count, size_t old, size_t new)
{
	for (unsigned k = 0; k < count; k++) {
		char *name = memory_format("%s%u", names, k);

		if (old)
			build_benchmark(&f->old, "s", name, old, 100, .004, 1, 1);
		if (new)
			build_benchmark(&f->new, "s", name, new, 300, .004, 2, 2);
		free(name);
	}
}

/* The exit codes of --fail-on, in the order of enum fail_on: 5 undecided, 1 fails, 0 neither.
 */
static void expect_codes(const struct built *f, const char *codes)
{
	for (int on = FAIL_ON_REGRESSION; on <= FAIL_ON_NEVER; on++) {
		bool fails = comparison_fails(&f->comparison, (enum fail_on)on);
		bool undecided = comparison_is_undecided(&f->comparison, (enum fail_on)on);

		assert_int_equal(fails ? '1' : undecided ? '5' : '0', codes[on]);
	}
}

static void expect(const struct built *f, enum undecided why, const char *first)
{
	AUTO_FREE char *line = headline_first(&f->comparison);

	assert_int_equal(f->comparison.summary.undecided, why);
	assert_non_null(line);
	if (strncmp(line, first, strlen(first)) != 0)
		fail_msg("not '%s...': '%s'", first, line);
}

/* By no rule that tests, on either side or both, and in rounds. */
static void test_one_launch(void **state)
{
	static const struct {
		enum rule rule;
		size_t old, new;
		const char *first;
	} cases[] = {
		{ RULE_AUTO, 1, 1, "1 launch a side cannot tell noise from a change: run" },
		{ RULE_AUTO, 1, 9, "1 launch on the old side cannot" },
		{ RULE_AUTO, 9, 1, "1 launch on the new side cannot" },
		{ RULE_BOOTSTRAP, 1, 9, "1 launch on the old side cannot" },
		{ RULE_PAIRED, 1, 1, "One round decides nothing: give the run more time" },
		{ RULE_PAIRED, 9, 1, "One round decides nothing: give the run more time" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct built *f;

		built_setup_two_sessions(state);
		f = *state;
		fill(f, "b", 40, cases[i].old, cases[i].new);
		f->options.rule = cases[i].rule;
		built_compare(f);
		expect(f, UNDECIDED_LAUNCHES, cases[i].first);
		assert_int_equal(f->comparison.summary.counts[VERDICT_INCONCLUSIVE], 40);
		expect_codes(f, "50550");
		built_teardown(state);
	}
}

/* The rules of others call what they call, and the first line says what that is worth. */
static void test_rules_without_a_test(void **state)
{
	struct built *f = *state;

	fill(f, "b", 3, 1, 1);
	f->options.rule = RULE_SWIFT;
	built_compare(f);
	expect(f, UNDECIDED_NOT, "1 launch a side cannot tell noise from a change");
	expect_codes(f, "10110");
}

/* Those with more launches decide. The single ones are not called, and are named. */
static void test_some_with_one_launch(void **state)
{
	struct built *f = *state;

	fill(f, "one", 3, 9, 1);
	fill(f, "many", 1, 9, 9);
	built_compare(f);
	assert_int_equal(f->comparison.summary.single, 3);
	assert_int_equal(find_row(&f->comparison, "one0")->time.verdict, VERDICT_INCONCLUSIVE);
	assert_int_equal(find_row(&f->comparison, "many0")->time.verdict, VERDICT_REGRESSED);
	assert_string_equal(
		find_row(&f->comparison, "one0")->notes->items[0], "too few launches");
	assert_true(string_list_has(&f->comparison.caveat_briefs,
		"One launch or round decides nothing: 3 of 4 benchmarks are inconclusive"));
	expect_codes(f, "10110");
}

/* Nothing of these is judged, so nothing is undecided. */
static void test_same_code_needs_no_launches(void **state)
{
	struct built *f = *state;

	fill(f, "b", 1, 1, 1);
	f->old.benchmarks[0].code_fingerprint = f->new.benchmarks[0].code_fingerprint = "c";
	built_compare(f);
	assert_int_equal(f->comparison.summary.counts[VERDICT_SAME_CODE], 1);
	expect_codes(f, "00000");
}

static void test_few_benchmarks_show_no_shift(void **state)
{
	struct built *f = *state;

	fill(f, "b", 9, 5, 5);
	built_compare(f);
	expect(f, UNDECIDED_NOT,
		"Fewer than ten benchmarks show no shift of the suite: what changed may be the "
		"machine or the program; two plain runs cannot tell. Run bdriver run --old");
	fill(f, "c", 1, 5, 5);
	built_compare(f);
	expect(f, UNDECIDED_SHIFT, "The suite is ");
}

static void test_nothing_in_common(void **state)
{
	struct built *f = *state;
	AUTO_FREE char *first = NULL;

	fill(f, "before", 3, 5, 0);
	fill(f, "after", 2, 0, 5);
	built_compare(f);
	expect(f, UNDECIDED_APART, "No benchmark is in both logs, so nothing was compared.");
	first = headline_first(&f->comparison);
	assert_null(strstr(first, "--map-suite")); /* there is one suite */
	assert_int_equal(f->comparison.summary.lost, 0);
	expect_codes(f, "55510");
	fill(f, "both", 1, 5, 5);
	built_compare(f);
	assert_int_equal(f->comparison.summary.lost, 3);
	expect_codes(f, "11110");
}

/* Of metrics alone, which no shift of time concerns. */
static void test_metrics_alone(void **state)
{
	struct built *f = *state;
	struct string_list words = { 0 };

	string_list_add(&words, "memory");
	f->options.fail_on_metrics = &words;
	fill(f, "b", 12, 1, 1);
	built_compare(f);
	assert_true(comparison_is_undecided(&f->comparison, FAIL_ON_NEVER));
	comparison_release(&f->comparison);
	log_release(&f->old);
	log_release(&f->new);
	f->old = build_log("old.log", "one");
	f->new = build_log("new.log", "two");
	fill(f, "b", 12, 5, 5);
	built_compare(f);
	assert_int_equal(f->comparison.summary.undecided, UNDECIDED_SHIFT);
	assert_false(comparison_is_undecided(&f->comparison, FAIL_ON_NEVER));
	string_list_release(&words);
}

static void test_nothing_succeeded(void **state)
{
	struct built *f = *state;

	fill(f, "fresh", 1, 0, 5);
	build_failure(log_add_benchmark(&f->old, "s", "b", ""), OUTCOME_SIGNAL);
	build_failure(log_add_benchmark(&f->new, "s", "b", ""), OUTCOME_SIGNAL);
	built_compare(f);
	expect(f, UNDECIDED_NOTHING,
		"Nothing was compared: no benchmark has a launch on both sides");
	expect_codes(f, "50510");
}

#define WITH(test) \
	cmocka_unit_test_setup_teardown(test, built_setup_two_sessions, built_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_one_launch),
		WITH(test_rules_without_a_test),
		WITH(test_some_with_one_launch),
		WITH(test_same_code_needs_no_launches),
		WITH(test_few_benchmarks_show_no_shift),
		WITH(test_nothing_in_common),
		WITH(test_nothing_succeeded),
		WITH(test_metrics_alone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
