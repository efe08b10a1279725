/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <jansson.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "harness/tune.h"

static json_t *load_schedules(void)
{
	json_error_t error;
	json_t *root = json_load_file(TEST_VECTORS "/tuning_schedules.json", 0, &error);

	assert_non_null(root);
	return root;
}

static void test_agrees_with_the_schedules(void **state)
{
	json_t *root = load_schedules(), *value;
	const char *t;

	(void)state;
	json_object_foreach(json_object_get(root, "oracle_points"), t, value) {
		assert_int_equal(bd_oracle(strtod(t, NULL)), json_integer_value(value));
	}
	json_decref(root);
}

static void test_table_gives_every_value_of_the_reference(void **state)
{
	FILE *in = fopen(TEST_VECTORS "/oracle_evals.csv", "re");
	unsigned from, to, evals, rows = 0;
	uint64_t sum = 0;
	char line[100];

	(void)state;
	assert_non_null(in);
	assert_non_null(fgets(line, sizeof(line), in));
	while (fgets(line, sizeof(line), in) &&
		sscanf(line, "%u,%u,%u", &from, &to, &evals) == 3) { // NOLINT(cert-err34-c)
		for (unsigned t = from; t <= to; t++) {
			assert_int_equal(bd_oracle(t), evals);
			sum += evals;
		}
		rows++;
	}
	fclose(in);
	assert_int_equal(rows, 503);
	assert_int_equal(sum, 367712);
	assert_int_equal(bd_oracle(9001), 1);
	assert_int_equal(bd_oracle(1e15), 1);
}

/* Times per iteration of trials with 1, 2, 3 ... iterations; the last one goes on. */
struct trials {
	const double *each;
	size_t count;
	uint64_t calls, longest;
};

static uint64_t replay(void *context, uint64_t n)
{
	struct trials *trials = context;

	trials->calls++;
	trials->longest = n > trials->longest ? n : trials->longest;
	return (uint64_t)llround(
		(double)n * trials->each[n < trials->count ? n - 1 : trials->count - 1]);
}

static uint64_t tune(struct trials *trials, double step)
{
	struct bd_tuner tuner = { replay, trials, step };

	trials->calls = trials->longest = 0;
	return bd_tune(&tuner);
}

/* As many as the paper says, doubled until a sample has a thousand steps. */
static uint64_t lengthened(uint64_t n, const struct trials *trials, double step)
{
	double each = trials->each[trials->count - 1];

	while (n < BD_TUNE_MOST && (double)n * each < BD_TUNE_STEPS * step)
		n *= 2;
	return n;
}

static void test_examples_of_the_paper(void **state)
{
	json_t *root = load_schedules(), *example;
	size_t i;

	(void)state;
	assert_true(json_array_size(json_object_get(root, "tune_examples")) >= 3);
	json_array_foreach(json_object_get(root, "tune_examples"), i, example) {
		json_t *list = json_object_get(example, "lineartrial_ns");
		double each[16], step = 1000.0 / (double)json_array_size(list);
		struct trials trials = { .each = each, .count = json_array_size(list) };
		uint64_t evals =
			(uint64_t)json_integer_value(json_object_get(example, "evals"));

		for (size_t k = 0; k < trials.count; k++)
			each[k] = json_number_value(json_array_get(list, k));
		/* A step that allows exactly the trials of the example. */
		assert_int_equal(tune(&trials, step), lengthened(evals, &trials, step));
	}
	json_decref(root);
}

static void test_trials_are_bounded(void **state)
{
	static const double fast[] = { 0.001 }, middling[] = { 700 }, slow[] = { 3e8 },
			    long_ones[] = { 9e6 };
	struct trials trials = { .each = fast, .count = 1 };

	(void)state;
	/* Nothing is a thousand steps long: more than a million iterations are not tried. */
	assert_int_equal(tune(&trials, 20), 1024000);
	assert_int_equal(trials.longest, 512000);
	/* 15 x 700 ns are long enough; the first trial was the best, 16 later it is enough. */
	trials.each = middling;
	assert_int_equal(tune(&trials, 1), 145);
	assert_int_equal(trials.longest, 17);
	/* 250 ms are over after warm-up and one trial ... */
	trials.each = slow;
	assert_int_equal(tune(&trials, 1), 1);
	assert_int_equal(trials.calls, 2);
	/* ... or after 9 ms x (1 + 1 + 2 + ... + 7) = 261 ms. */
	trials.each = long_ones;
	assert_int_equal(tune(&trials, 1), 1);
	assert_int_equal(trials.longest, 7);
}

static void test_samples_have_a_thousand_steps_of_the_clock(void **state)
{
	static const double short_ones[] = { 0.29 }, longer[] = { 25 };
	struct trials trials = { .each = short_ones, .count = 1 };

	(void)state;
	/* 0.29 ns x 128000 are 37 us: 64000 would be 18.6 us. */
	assert_int_equal(tune(&trials, 20), 128000);
	assert_int_equal(tune(&trials, 0.2), 1000);
	trials.each = longer;
	assert_int_equal(tune(&trials, 20), bd_oracle(25));
	assert_true(trials.longest <= 50);
}

static void test_progress_keeps_the_search_going(void **state)
{
	double falling[200];
	struct trials trials = { .each = falling, .count = 200 };

	(void)state;
	for (size_t i = 0; i < 200; i++)
		falling[i] = i < 100 ? 2000.0 - 10.0 * (double)i : 1000.0 + (double)i;
	assert_int_equal(tune(&trials, 1), bd_oracle(1010));
	assert_int_equal(trials.longest, 116);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_table_gives_every_value_of_the_reference),
		cmocka_unit_test(test_agrees_with_the_schedules),
		cmocka_unit_test(test_examples_of_the_paper),
		cmocka_unit_test(test_trials_are_bounded),
		cmocka_unit_test(test_samples_have_a_thousand_steps_of_the_clock),
		cmocka_unit_test(test_progress_keeps_the_search_going),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
