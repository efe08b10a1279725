/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/log/merge.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/support/build_log.h"

static void test_launches_join(void **state)
{
	struct log to = build_log("a.log", "one"), from = build_log("b.log", "two");
	struct log_benchmark *both;
	float turns[] = { 4, 7 };

	(void)state;
	build_benchmark(&to, "s", "x", 3, 100, 0.01, 1, 1)->code_fingerprint = "abc";
	both = build_benchmark(&from, "s", "x", 2, 100, 0.01, 1, 2);
	both->code_fingerprint = "abc";
	both->launches[1].turn_q1_ns = turns;
	both->launches[1].turn_count = 2;
	build_benchmark(&from, "s", "y", 1, 50, 0.01, 1, 2);
	log_warn(&from, "b.log:2: damaged.");
	from.complete = false;
	log_merge(&to, &from);
	log_release(&from);
	assert_int_equal(to.benchmark_count, 2);
	both = log_find(&to, "s", "x", NULL);
	assert_int_equal(both->launch_count, 5);
	assert_string_equal(both->code_fingerprint, "abc");
	assert_int_equal(both->launches[2].round, 3);
	assert_int_equal(both->launches[3].round, MERGE_ROUNDS + 1);
	assert_true(both->launches[4].time.min > 90);
	turns[1] = 0; /* the copy has its own */
	assert_float_equal(both->launches[4].turn_q1_ns[1], 7, 0);
	assert_int_equal(log_find(&to, "s", "y", NULL)->launch_count, 1);
	assert_string_equal(log_meta(&to, "session"), "one + two");
	assert_string_equal(to.warnings[0].text, "b.log:2: damaged.");
	assert_false(to.complete);
	/* A third one, of other code and of no session. */
	from = build_log("c.log", NULL);
	build_benchmark(&from, "s", "x", 2, 100, 0.01, 1, 2)->code_fingerprint = "abd";
	log_merge(&to, &from);
	both = log_find(&to, "s", "x", NULL);
	assert_int_equal(both->launches[6].round, 2 * MERGE_ROUNDS + 2);
	assert_string_equal(both->code_fingerprint, "");
	assert_string_equal(log_meta(&to, "session"), "");
	log_release(&from);
	log_release(&to);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_launches_join),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
