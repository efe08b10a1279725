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
#include "driver/run/accounts.h"
#include "driver/run/forecast.h"
#include "driver/run/interim.h"
#include "driver/run/run.h"

/* A suite of another framework in a made time: what a launch of each benchmark costs. */
#define SUBJECTS 200
#define BUILDS   2
#define FIRST    6
#define TRIALS   5 /* the trial launches of a benchmark cost as much as so many others */
#define LAUNCH   10e6

enum costs { EQUAL, SPREAD, FEW_LONG, SOME_LONG, ALL_LONG, COSTS };

static double uniform(uint64_t *seed)
{
	*seed = *seed * 6364136223846793005u + 1442695040888963407u;
	return (double)(*seed >> 11) * 0x1p-53;
}

static double cost_ns(enum costs costs, uint64_t *seed)
{
	double u = uniform(seed), v = uniform(seed);

	return costs == EQUAL       ? 3 * LAUNCH
	       : costs == SPREAD    ? LAUNCH * exp(3 * u)
	       : costs == FEW_LONG  ? (u < 0.05 ? 1e9 * (1 + v) : LAUNCH * (2 + v))
	       : costs == SOME_LONG ? (u < 0.3 ? 1e9 * v : LAUNCH * (2 + v))
				    : 2e9 * (1 + v);
}

/* How long all rounds of a smoke run take: of each 16 at most, then 24 of what is suspect. */
static double rest_ns(const double *cost, double rounds, double suspects)
{
	double sum = 0;

	for (size_t i = 0; i < SUBJECTS; i++) {
		double most = fmax(0.5, fmin(1, 4 * (LAUNCH + RUN_EXTRA_NS) / cost[i]));

		sum += BUILDS * cost[i] * (fmax(FIRST, rounds * most) - FIRST + 24 * suspects);
	}
	return sum;
}

static void expect(struct run *run)
{
	accounts_begin(run);
	for (size_t i = 0; i < SUBJECTS; i++) {
		run->phase.last_rounds[i] = FIRST;
		ledger_tunes(&run->ledger, i, LAUNCH);
		for (unsigned k = 0; k < BUILDS * FIRST; k++)
			ledger_expect(&run->ledger, i, LAUNCH + RUN_EXTRA_NS);
	}
}

static void begin(struct run *run, struct subject *subjects, uint32_t *last_rounds)
{
	static const struct adapter foreign = { .name = "foreign", .needs_trial = true };
	static const struct config_suite settings = { 0 };

	*run = (struct run){ .subjects = { subjects, SUBJECTS } };
	run->builds.count = BUILDS;
	run->settings.rounds = 16;
	run->settings.stage2_rounds = 24;
	run->settings.launch_time_ns = (int64_t)LAUNCH;
	run->phase.workers = 1;
	run->config.threshold = NAN;
	run->phase.last_rounds = last_rounds;
	memset(subjects, 0, SUBJECTS * sizeof(*subjects));
	for (size_t i = 0; i < SUBJECTS * BUILDS; i++)
		subjects[i / BUILDS].builds[i % BUILDS] =
			(struct subject_build){ .path = "x", .adapter = &foreign };
	for (size_t i = 0; i < SUBJECTS; i++)
		subjects[i].settings = &settings;
	run->phase.interims = memory_zeroed(SUBJECTS, sizeof(*run->phase.interims));
	run->phase.changes = memory_zeroed(SUBJECTS, sizeof(*run->phase.changes));
	run_summary_init(&run->summary, SUBJECTS * BUILDS);
	for (size_t i = 0; i < SUBJECTS; i++)
		run->phase.interims[i].half_width = run->phase.interims[i].threshold = NAN;
	expect(run);
}

static void end(struct run *run)
{
	free(run->phase.interims);
	free(run->phase.changes);
	run_summary_release(&run->summary);
	ledger_release(&run->ledger);
}

/* Runs the first rounds. *f is what the run says after three of them, from its beginning to its
 * end. Returns what they take. */
static double first_rounds(
	struct run *run, const double *cost, double noise, struct forecast *f, uint64_t *seed)
{
	double now = 0;

	assert_true(isinf(forecast_of(run, 0).most_ns));
	for (unsigned k = 0; k < BUILDS * FIRST * SUBJECTS; k++) {
		struct launch launch = { .status = OUTCOME_OK,
			.round = 1 + k / BUILDS / SUBJECTS };
		size_t i = k / BUILDS % SUBJECTS;

		if (k < BUILDS * SUBJECTS && k % BUILDS == 0) {
			ledger_tried(&run->ledger, i, TRIALS * cost[i]);
			now += TRIALS * cost[i];
		}
		launch.time.median = 100 * (1 + noise * 3.5 * (uniform(seed) - 0.5));
		forecast_note(&run->phase.changes[i], BUILDS, k % BUILDS, &launch);
		ledger_ended(&run->ledger, i, cost[i], cost[i]);
		now += cost[i];
		if (k + 1 == 3 * BUILDS * SUBJECTS)
			*f = forecast_of(run, now);
		if (k + 1 == 3 * BUILDS * SUBJECTS) {
			f->least_ns += now;
			f->most_ns += now;
		}
	}
	return now;
}

static void test_the_end_is_within_the_range_whatever_launches_cost(void **state)
{
	static struct subject subjects[SUBJECTS];
	static uint32_t last_rounds[SUBJECTS];
	static double cost[SUBJECTS];
	/* Noise, and what it takes: rounds of each, and the share that has a second stage. */
	static const struct {
		double noise, rounds, suspects;
	} kinds[] = { { 0.002, FIRST, 0.05 }, { 0.05, 16, 0.5 } };

	(void)state;
	for (size_t k = 0; k < ARRAY_SIZE(kinds); k++)
		for (enum costs costs = EQUAL; costs < COSTS; costs++) {
			struct run run;
			struct forecast f;
			uint64_t draw = 1;
			double took;

			for (size_t i = 0; i < SUBJECTS; i++)
				cost[i] = cost_ns(costs, &draw);
			begin(&run, subjects, last_rounds);
			took = first_rounds(&run, cost, kinds[k].noise, &f, &draw);
			took += rest_ns(cost, kinds[k].rounds, kinds[k].suspects);
			assert_true(f.least_ns <= took && took <= f.most_ns);
			assert_true(f.most_ns < 3.01 * f.least_ns);
			end(&run);
		}
}

/* Six rounds of launches of 2 s are 24 s of a control, which has less. */
static void test_controls_are_expected_to_end_early(void **state)
{
	static struct subject subjects[SUBJECTS];
	static uint32_t last_rounds[SUBJECTS];
	struct run run;
	struct forecast f;

	(void)state;
	begin(&run, subjects, last_rounds);
	run.changed.control_rounds = FIRST;
	for (size_t i = 0; i < SUBJECTS; i++)
		subjects[i].role = ROLE_CONTROL;
	ledger_release(&run.ledger);
	expect(&run);
	for (size_t i = 0; i < SUBJECTS; i++)
		ledger_ended(&run.ledger, i, 2e9, 2e9);
	f = forecast_of(&run, SUBJECTS * 2e9);
	assert_true(f.least_ns < SUBJECTS * 6 * FIRST * run_usual_ns(&run, 0));
	end(&run);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_controls_are_expected_to_end_early),
		cmocka_unit_test(test_the_end_is_within_the_range_whatever_launches_cost),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
