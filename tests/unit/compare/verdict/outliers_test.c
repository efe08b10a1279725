/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/verdict/outliers.h"
#include "tests/unit/support/suite.h"
#include "tests/unit/support/uniform.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#define MOST 100

/* What disturbs a launch: lognormal noise whose size varies from benchmark to benchmark; one of
 * ten launches delayed by up to half; two modes, 30 % apart. */
enum noise { NOISE_PLAIN, NOISE_DELAYS, NOISE_MODES, NOISE_COUNT };

static double launch(enum noise noise, double sd, struct prng *prng)
{
	double ns = 1000 * exp(sd * normal_draw(prng));

	if (noise == NOISE_DELAYS && uniform_draw(prng) < 0.1)
		ns *= 1 + uniform_draw(prng) / 2;
	if (noise == NOISE_MODES && uniform_draw(prng) < 0.3)
		ns *= 1.3;
	return ns;
}

static struct suite draw(enum noise noise, size_t n, size_t rounds, struct prng *prng)
{
	struct suite s = suite_new(n, rounds);

	for (size_t i = 0; i < n; i++) {
		double sd = 0.01 * exp(normal_draw(prng));

		suite_fill(&s, i, sd, 1, prng);
		for (size_t r = 0; r < rounds; r++)
			for (size_t side = 0; side < 2; side++) {
				double ns = launch(noise, sd, prng);

				*suite_value(&s, i, side, r) = 0.98 * ns;
				*suite_value(&s, i, 2 + side, r) = ns;
			}
	}
	return s;
}

static void slow_down(struct suite *s, size_t i, double factor)
{
	for (size_t r = 0; r < s->rounds; r++) {
		*suite_value(s, i, 1, r) *= factor;
		*suite_value(s, i, 3, r) *= factor;
	}
}

/* As the rule `paired` judges them. */
static size_t find(struct suite *s, bool far[MOST])
{
	struct compare_options options = {
		.threshold = 0.01, .equivalence = 0.02, .fdr = 0.05
	};
	struct paired_result results[MOST];
	struct row rows[MOST], *controls[MOST];

	for (size_t i = 0; i < s->n; i++)
		s->inputs[i].control = true;
	paired_compare(s->inputs, s->n, &options, results, NULL);
	for (size_t i = 0; i < s->n; i++) {
		rows[i] = (struct row){ .time = results[i].time };
		controls[i] = &rows[i];
	}
	return outliers_find(controls, s->n, far);
}

struct rate {
	size_t alarms, runs;
};

static struct rate rate_of(enum noise noise, size_t n, size_t rounds, size_t runs)
{
	struct rate rate = { .runs = runs };
	bool far[MOST];

	for (size_t k = 0; k < runs; k++) {
		struct prng prng;
		struct suite s;

		prng_seed(&prng, 1 + k);
		s = draw(noise, n, rounds, &prng);
		rate.alarms += find(&s, far) > 0;
		suite_release(&s);
	}
	return rate;
}

/* Runs of unchanged copies that name a control: at most one of 1,000. BD_RUNS=20000 draws more
 * and prints what it found. */
static void test_unchanged_copies_name_none(void **state)
{
	static const size_t counts[] = { 1, 3, 10, 30, 100 }, rounds[] = { 5, 8 };
	const char *wanted = getenv("BD_RUNS");
	size_t runs = wanted ? strtoul(wanted, NULL, 10) : 60, all = 0, alarms = 0;

	(void)state;
	for (int noise = 0; noise < NOISE_COUNT; noise++)
		for (size_t c = 0; c < 5; c++)
			for (size_t r = 0; r < 2; r++) {
				struct rate rate = rate_of(noise, counts[c], rounds[r], runs);

				if (wanted)
					printf("noise %d, %zu controls, %zu rounds: %zu of "
					       "%zu\n",
						noise, counts[c], rounds[r], rate.alarms, runs);
				alarms += rate.alarms;
				all += rate.runs;
			}
	assert_true(1000 * alarms <= all);
}

/* The two faults of the fingerprint that were met: +48 %, and 7.3 times as slow. */
static void test_changed_code_is_named(void **state)
{
	static const double factors[] = { 1.48, 7.3, 1 / 1.48 };
	size_t found = 0, others = 0, tries = 0;
	bool far[MOST];

	(void)state;
	for (size_t k = 0; k < 100; k++)
		for (size_t f = 0; f < 3; f++) {
			struct prng prng;
			struct suite s;

			prng_seed(&prng, 1 + k);
			s = draw(NOISE_PLAIN, 10, 8, &prng);
			slow_down(&s, 4, factors[f]);
			others += find(&s, far);
			others -= far[4];
			found += far[4];
			tries++;
			suite_release(&s);
		}
	assert_true(found >= 9 * tries / 10);
	assert_int_equal(others, 0);
}

/* Of ln(new / old). */
static struct row control(double change, double low, double high, double p)
{
	return (struct row){
		.time = { .ratio = exp(change), .low = exp(low), .high = exp(high), .p = p }
	};
}

/* A machine that slows all of them down in different measure accuses none of them. */
static void test_all_that_move_name_none(void **state)
{
	struct row rows[20], *controls[20];
	bool far[20];

	(void)state;
	for (size_t i = 0; i < 20; i++) {
		double change = 0.05 * (double)i;

		rows[i] = control(change, change - 0.01, change + 0.01, 1e-12);
		controls[i] = &rows[i];
	}
	assert_int_equal(outliers_find(controls, 20, far), 0);
}

static void test_what_is_not_known_is_not_far(void **state)
{
	struct row rows[6] = { control(NAN, NAN, NAN, NAN), control(0.5, NAN, NAN, 1e-9),
		control(0.5, 0.4, 0.6, NAN), control(0, -0.1, 0.1, 1),
		control(0.5, 0.4, 0.6, 1e-9), control(-0.5, -0.6, -0.4, 1e-9) };
	struct row *controls[6];
	bool far[6];

	(void)state;
	for (size_t i = 0; i < 6; i++)
		controls[i] = &rows[i];
	assert_int_equal(outliers_find(controls, 0, far), 0);
	assert_int_equal(outliers_find(controls + 3, 3, far), 2);
	assert_false(far[0]);
	assert_int_equal(outliers_find(controls, 4, far), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_unchanged_copies_name_none),
		cmocka_unit_test(test_changed_code_is_named),
		cmocka_unit_test(test_all_that_move_name_none),
		cmocka_unit_test(test_what_is_not_known_is_not_far),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
