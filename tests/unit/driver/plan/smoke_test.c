/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/plan/smoke.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compare/stats/distribution.h"
#include "compare/stats/prng.h"
#include "compare/verdict/comparison.h"

#define COUNT 500

static void test_suspects_of_both_directions(void **state)
{
	double threshold = log(1.01);
	struct smoke_candidate c[] = { { 0.49, log(1.011), threshold },
		{ 0.49, log(1 / 1.011), threshold }, { 0.51, 0.5, threshold },
		{ 1e-9, log(1.009), threshold }, { NAN, NAN, threshold } };
	struct plan plan = { .seed = 4 };
	bool chosen[5];

	(void)state;
	/* Two suspects, and one of the two others; what cannot be compared is never drawn. */
	assert_int_equal(smoke_choose(&plan, c, 5, chosen), 3);
	assert_true(chosen[0] && chosen[1] && !chosen[4]);
	assert_true(chosen[2] != chosen[3]);
}

static void test_the_others_are_drawn_by_the_seed(void **state)
{
	static struct smoke_candidate c[COUNT];
	static bool chosen[COUNT], again[COUNT], other[COUNT];
	struct plan plan = { .seed = 4 };
	unsigned differ = 0;

	(void)state;
	for (size_t i = 0; i < COUNT; i++)
		c[i] = (struct smoke_candidate){ 0.5, 0.001, 0.01 };
	assert_int_equal(smoke_choose(&plan, c, COUNT, chosen), COUNT / 20);
	assert_int_equal(smoke_choose(&plan, c, COUNT, again), COUNT / 20);
	assert_memory_equal(chosen, again, sizeof(chosen));
	plan.seed = 5;
	smoke_choose(&plan, c, COUNT, other);
	for (size_t i = 0; i < COUNT; i++)
		differ += chosen[i] != other[i];
	assert_true(differ > 20);
	assert_int_equal(smoke_choose(&plan, c, 0, chosen), 0);
}

/* ---- a suite of known truth through both stages ---- */

static double uniform(uint64_t *state)
{
	return ((double)(prng_splitmix(state) >> 11) + 0.5) / 9007199254740992.0;
}

static void add_launch(
	struct log *log, const char *name, unsigned stage, uint32_t round, double ns)
{
	struct launch *launch = log_add_launch(log_add_benchmark(log, "s", name, ""));

	launch->stage = (uint8_t)stage;
	launch->round = round;
	launch->time.min = launch->time.q1 = launch->time.median = launch->time.max = ns;
	launch->sample_count = 1;
	launch->clock_step_ns = 20;
	launch->iterations = 100;
}

struct truth {
	char name[16];
	double change, sd; /* in ln */
};

static void add_rounds(struct log *logs, const struct truth *t, unsigned stage, uint32_t rounds,
	uint64_t *state)
{
	for (uint32_t r = 1; r <= rounds; r++) {
		double common = 1e6 * exp(0.05 * normal_quantile(uniform(state)));

		for (unsigned side = 0; side < 2; side++)
			add_launch(&logs[side], t->name, stage, r,
				common * exp(side * t->change +
						 t->sd * normal_quantile(uniform(state))));
	}
}

static void compare(struct comparison *comparison, const struct log *logs)
{
	struct compare_options options = COMPARE_OPTIONS_DEFAULT;
	struct err e;

	options.rule = RULE_PAIRED;
	assert_int_equal(comparison_make(comparison, &logs[0], &logs[1], &options, &e), 0);
}

static const struct row *row_of(const struct comparison *comparison, const char *name)
{
	for (size_t i = 0; i < comparison->row_count; i++)
		if (strcmp(comparison->rows[i].name, name) == 0)
			return &comparison->rows[i];
	fail_msg("no row %s", name);
	return NULL;
}

static size_t choose(
	const struct log *logs, const struct truth *suite, uint64_t seed, bool *chosen)
{
	struct smoke_candidate candidates[COUNT];
	struct comparison comparison = { 0 };
	struct plan plan = { .seed = seed };
	size_t count;

	compare(&comparison, logs);
	for (size_t i = 0; i < COUNT; i++) {
		const struct row *row = row_of(&comparison, suite[i].name);

		candidates[i] = (struct smoke_candidate){ row->paired.first_p,
			log(row->time.ratio), log1p(row->time.threshold) };
	}
	count = smoke_choose(&plan, candidates, COUNT, chosen);
	comparison_release(&comparison);
	return count;
}

/* 500 benchmarks, 20 of them 5 % slower: found, and nothing that was no suspect is changed. */
static void test_two_stages(void **state)
{
	static struct truth suite[COUNT];
	struct log logs[2] = { { .format = "bdriver" }, { .format = "bdriver" } };
	struct comparison comparison = { 0 };
	uint64_t seed = 8;
	bool chosen[COUNT];
	unsigned found = 0, wrong = 0;
	size_t count;

	(void)state;
	for (size_t i = 0; i < COUNT; i++) {
		suite[i] = (struct truth){ .change = i % 25 ? 0 : log(1.05), .sd = 0.008 };
		snprintf(suite[i].name, sizeof(suite[i].name), "b%zu", i);
		add_rounds(logs, &suite[i], 1, 8, &seed);
	}
	count = choose(logs, suite, 9, chosen);
	assert_in_range(count, 20 + 20, 100);
	for (size_t i = 0; i < COUNT; i++)
		if (chosen[i])
			add_rounds(logs, &suite[i], 2, 20, &seed);
	compare(&comparison, logs);
	assert_true(comparison.two_stages);
	for (size_t i = 0; i < COUNT; i++) {
		const struct row *row = row_of(&comparison, suite[i].name);
		bool called = row->time.verdict == VERDICT_REGRESSED ||
			      row->time.verdict == VERDICT_IMPROVED;

		assert_true(chosen[i] || !called);
		found += called && suite[i].change > 0;
		wrong += called && !(suite[i].change > 0);
	}
	assert_true(found >= 19);
	assert_true(wrong <= 2);
	comparison_release(&comparison);
	log_release(&logs[0]);
	log_release(&logs[1]);
}

static void test_long_slots_count_for_fewer_rounds(void **state)
{
	(void)state;
	assert_float_equal(smoke_rounds(16, 20e6, 30e6), 16, 1e-9);
	assert_float_equal(smoke_rounds(16, 120e6, 30e6), 16, 1e-9);
	assert_float_equal(smoke_rounds(16, 160e6, 30e6), 12, 1e-9);
	assert_float_equal(smoke_rounds(16, 240e6, 30e6), 8, 1e-9);
	assert_float_equal(smoke_rounds(16, 9e9, 30e6), 8, 1e-9);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_suspects_of_both_directions),
		cmocka_unit_test(test_the_others_are_drawn_by_the_seed),
		cmocka_unit_test(test_two_stages),
		cmocka_unit_test(test_long_slots_count_for_fewer_rounds),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
