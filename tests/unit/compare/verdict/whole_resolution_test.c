/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/verdict/whole.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "compare/base/memory.h"
#include "tests/unit/support/build_log.h"

#define COUNT 10

/* Ten rows of ten rounds: half a 90 % interval of 4 %, and nothing seen below 8 %. */
static struct comparison make_rows(struct row *rows)
{
	for (size_t i = 0; i < COUNT; i++)
		rows[i] = (struct row){ .old = { .launches = 10 },
			.new = { .launches = 10 },
			.time.verdict = VERDICT_INCONCLUSIVE,
			.time.ratio = 1,
			.paired.rounds = 10,
			.paired.half_90 = 0.04,
			.time.threshold = 0.01,
			.time.smallest = 0.08 };
	return (struct comparison){ .rows = rows,
		.row_count = COUNT,
		.rule = RULE_PAIRED,
		.options = { .equivalence = expm1(0.02) } };
}

static void test_what_is_seen(void **state)
{
	struct row rows[COUNT];
	struct comparison c = make_rows(rows);

	(void)state;
	rows[0].time.smallest = NAN;
	rows[1].time.smallest = 0.2;
	rows[2].kin = KIN_SAME;
	rows[3].new.launches = 0;
	assert_int_equal(resolution_judged(&c), 8);
	assert_int_equal(resolution_seen(&c, 0.1), 6);
	assert_int_equal(resolution_seen(&c, 0.05), 0);
	assert_float_equal(resolution_of(&c, 0.75), 0.08, 0);
	assert_float_equal(resolution_of(&c, 0.8), 0.2, 0);
	assert_true(isinf(resolution_of(&c, 1)));
	c.row_count = 0;
	assert_int_equal(resolution_judged(&c), 0);
	assert_true(isnan(resolution_of(&c, 0.8)));
}

static void test_rounds_that_settle(void **state)
{
	struct row rows[COUNT];
	struct comparison c = make_rows(rows);
	struct resolution_settle s;

	(void)state;
	/* Half the width of 4 % takes four times the rounds: 30 more. */
	s = resolution_settle(&c);
	assert_int_equal(s.inconclusive, COUNT);
	assert_int_equal(s.settled, COUNT);
	assert_int_equal(s.more, 30);
	assert_int_equal(s.rounds, 40);
	/* A change of 8 % is as large as what is seen: one round more at most. */
	for (size_t i = 0; i < 5; i++)
		rows[i].time.ratio = 1.0799;
	s = resolution_settle(&c);
	assert_int_equal(s.settled, 5);
	assert_int_equal(s.more, 5);
	/* Neither noise of 40 % nor a contradiction goes away. */
	for (size_t i = 0; i < COUNT; i++) {
		rows[i].paired.half_90 = 0.4;
		rows[i].paired.conflict = i < 5;
	}
	s = resolution_settle(&c);
	assert_int_equal(s.inconclusive, COUNT);
	assert_int_equal(s.settled, 0);
	c.rule = RULE_UNPAIRED;
	rows[0].time.verdict = VERDICT_REGRESSED;
	s = resolution_settle(&c);
	assert_int_equal(s.inconclusive, COUNT - 1);
	assert_int_equal(s.settled, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_what_is_seen),
		cmocka_unit_test(test_rounds_that_settle),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
