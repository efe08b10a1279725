/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/verdict/whole.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "compare/base/memory.h"
#include "compare/stats/distribution.h"
#include "compare/verdict/paired.h"

#define COUNT  4
#define ROUNDS 10

static struct round_influence influences[COUNT][ROUNDS];

/* Rows of ten rounds; the error of each mean is 1 %, and its limit 2 % above the ratio. */
static struct comparison make_rows(struct row *rows, bool shared)
{
	for (size_t i = 0; i < COUNT; i++) {
		for (size_t k = 0; k < ROUNDS; k++)
			influences[i][k] = (struct round_influence){ k,
				((k + (shared ? 0 : i)) % 2 ? 0.01 : -0.01) / sqrt(ROUNDS) };
		rows[i] = (struct row){ .name = "x",
			.suite = "s",
			.old = { .launches = ROUNDS },
			.new = { .launches = ROUNDS },
			.time.ratio = 1,
			.most = 1.02,
			.paired = { .rounds = ROUNDS, .influences = influences[i] } };
	}
	return (struct comparison){ .rows = rows, .row_count = COUNT, .rule = RULE_PAIRED };
}

static void test_the_worst_is_the_largest_limit(void **state)
{
	struct row rows[COUNT];
	struct comparison c = make_rows(rows, true);
	struct worst_case worst;

	(void)state;
	rows[1].most = 1.05;
	rows[2].most = 1.5;
	rows[2].kin = KIN_SAME; /* counts as 0 */
	worst = worst_case_find(&c);
	assert_float_equal(worst.bound, 0.05, 1e-12);
	assert_ptr_equal(worst.row, &rows[1]);
	assert_int_equal(worst.judged, 3);
	assert_int_equal(worst.without, 0);
	for (size_t i = 0; i < COUNT; i++)
		rows[i].most = 0.9;
	worst = worst_case_find(&c);
	assert_true(worst.bound == 0 && !worst.row);
}

static void test_what_has_no_limit_is_counted(void **state)
{
	static const struct log_benchmark benchmark;
	struct row rows[COUNT];
	struct comparison c = make_rows(rows, true);

	(void)state;
	for (size_t i = 0; i < COUNT; i++)
		rows[i].old.benchmark = rows[i].new.benchmark = &benchmark;
	rows[0].most = NAN;
	rows[1].new.launches = 0;
	rows[2].redefined = true;
	rows[3].old.benchmark = NULL; /* it was added */
	rows[3].old.launches = 0;
	assert_int_equal(worst_case_find(&c).without, 3);
	assert_true(isnan(worst_case_find(&c).bound));
}

static void test_rounds_that_reach_a_bound(void **state)
{
	struct row rows[COUNT];
	struct comparison c = make_rows(rows, true);

	(void)state;
	/* Half the width takes four times the rounds. */
	assert_float_equal(worst_case_rounds(&c, sqrt(1.02) - 1), 4 * ROUNDS, 1);
	rows[0].time.ratio = 1.015;
	assert_true(isinf(worst_case_rounds(&c, 0.01)));
	c.rule = RULE_UNPAIRED;
	assert_true(isnan(worst_case_rounds(&c, 0.017)));
}

static double half_of(const struct mean_ratio *mean)
{
	return log(mean->high / mean->low) / 2;
}

/* What all benchmarks of a round share does not become smaller by their number. */
static void test_rounds_are_what_is_independent(void **state)
{
	struct row rows[COUNT];
	struct comparison c = make_rows(rows, true);
	struct mean_ratio mean = mean_ratio_of(&c, NULL, NULL);
	double one = student_quantile(0.975, ROUNDS - 3) * 0.01;

	(void)state;
	assert_int_equal(mean.count, COUNT);
	assert_float_equal(mean.ratio, 1, 1e-12);
	assert_float_equal(half_of(&mean), one, 1e-9);
	c = make_rows(rows, false); /* errors that cancel */
	mean = mean_ratio_of(&c, NULL, NULL);
	assert_float_equal(half_of(&mean), 0, 1e-9);
	rows[0].time.ratio = exp(0.04);
	rows[1].too_fast = true;
	rows[2].paired.influences = NULL;
	mean = mean_ratio_of(&c, NULL, NULL);
	assert_int_equal(mean.count, COUNT - 1);
	assert_float_equal(mean.ratio, exp(0.04 / 3), 1e-9);
	assert_true(isnan(mean.low));
	c.row_count = 0;
	mean = mean_ratio_of(&c, NULL, NULL);
	assert_true(isnan(mean.ratio) && mean.count == 0);
}

/* Ninety-nine rounds more of one benchmark alone do not make the others' ten more. */
static void test_rounds_count_by_their_weight(void **state)
{
	static struct round_influence many[10 * ROUNDS];
	struct row rows[COUNT];
	struct comparison c = make_rows(rows, true);
	struct mean_ratio mean;

	(void)state;
	for (size_t k = 0; k < ARRAY_SIZE(many); k++)
		many[k] = (struct round_influence){ k, 0 };
	rows[0].paired = (struct paired_detail){ .rounds = 10 * ROUNDS, .influences = many };
	mean = mean_ratio_of(&c, NULL, NULL);
	assert_float_equal(half_of(&mean), student_quantile(0.975, ROUNDS - 3) * 0.0075, 1e-4);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_the_worst_is_the_largest_limit),
		cmocka_unit_test(test_what_has_no_limit_is_counted),
		cmocka_unit_test(test_rounds_that_reach_a_bound),
		cmocka_unit_test(test_rounds_are_what_is_independent),
		cmocka_unit_test(test_rounds_count_by_their_weight),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
