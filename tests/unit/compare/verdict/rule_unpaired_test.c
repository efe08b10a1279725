/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "compare/base/memory.h"
#include "compare/verdict/comparison.h"
#include "tests/unit/support/build_log.h"

#define COUNT 40

static void test_a_shift_fails_on_change_only(void **state)
{
	struct log old = build_log("old.log", "one"), new = build_log("new.log", "two");
	struct compare_options options = COMPARE_OPTIONS_DEFAULT;
	struct comparison c;

	(void)state;
	for (unsigned k = 0; k < COUNT; k++) {
		char *name = memory_format("b%u", k);

		build_benchmark(&old, "s", name, 10, 100, 0.004, 1, 1);
		build_benchmark(&new, "s", name, 10, 112, 0.004, 2, 2);
		free(name);
	}
	c = compare_built(&old, &new, &options);
	assert_int_equal(c.rule, RULE_UNPAIRED);
	assert_float_equal(c.summary.shift.ratio, 1.12, 0.005);
	assert_true(c.summary.shift.low <= c.summary.shift.ratio &&
		    c.summary.shift.ratio <= c.summary.shift.high);
	assert_int_equal(c.summary.shift.cause, SHIFT_UNKNOWN);
	assert_true(c.summary.shift.beyond && c.summary.shift.undecided);
	assert_int_equal(c.summary.counts[VERDICT_UNCHANGED], 0);
	assert_int_equal(c.summary.counts[VERDICT_REGRESSED], 0);
	assert_false(comparison_fails(&c, FAIL_ON_REGRESSION));
	assert_true(comparison_is_undecided(&c, FAIL_ON_REGRESSION));
	assert_true(comparison_fails(&c, FAIL_ON_SHIFT));
	assert_true(comparison_fails(&c, FAIL_ON_CHANGE));
	assert_false(comparison_is_undecided(&c, FAIL_ON_CHANGE));
	assert_false(comparison_is_undecided(&c, FAIL_ON_MISSING));
	assert_false(comparison_is_undecided(&c, FAIL_ON_NEVER));
	comparison_release(&c);
	/* Benchmarks with the same code: the machine did it. */
	for (size_t i = 0; i < COUNT; i++)
		old.benchmarks[i].code_fingerprint = new.benchmarks[i].code_fingerprint = "abc";
	options.judge_same_code = true;
	c = compare_built(&old, &new, &options);
	assert_int_equal(c.summary.shift.cause, SHIFT_CONTROLS);
	assert_true(c.summary.shift.beyond && !c.summary.shift.undecided);
	assert_false(comparison_fails(&c, FAIL_ON_CHANGE));
	comparison_release(&c);
	log_release(&old);
	log_release(&new);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_shift_fails_on_change_only),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
