/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/support/doctor_case.h"
#include "tests/unit/support/shape.h"

static double bimodal(unsigned launch, unsigned k, uint64_t *state)
{
	return (case_normal(state) > 0.3 ? 1.2 : 1.0) * shape_calm(launch, k, state);
}

/* Two modes, but half a per cent apart. */
static double nearly_bimodal(unsigned launch, unsigned k, uint64_t *state)
{
	return (case_normal(state) > 0.3 ? 1.005 : 1.0) * (1 + 0.0003 * case_normal(state)) +
	       0 * shape_calm(launch, k, state);
}

static double bimodal_launches(unsigned launch, unsigned k, uint64_t *state)
{
	return (launch % 3 == 1 ? 1.06 : 1.0) * (1 + 0.001 * launch / 20) *
	       shape_calm(launch, k, state);
}

/* Every fifth launch: the dip alone is blind to 4 of 20. */
static double rarely_slow(unsigned launch, unsigned k, uint64_t *state)
{
	return (launch % 5 == 3 ? 1.06 : 1.0) * shape_calm(launch, k, state);
}

/* One launch, once: the machine's doing. */
static double slow_once(unsigned launch, unsigned k, uint64_t *state)
{
	return (launch == 3 ? 1.5 : 1.0) * shape_calm(launch, k, state);
}

static void test_modes(void **state)
{
	(void)state;
	assert_string_equal(shape_verdict("modes", shape_calm, 20), "none");
	assert_string_equal(shape_verdict("modes", bimodal, 5), "warning");
	assert_string_equal(shape_verdict("modes", nearly_bimodal, 5), "none");
	assert_string_equal(shape_verdict("modes", bimodal_launches, 20), "warning");
	assert_string_equal(shape_verdict("modes", shape_drifts, 5), "none");
	assert_string_equal(shape_verdict("modes", rarely_slow, 20), "warning");
	assert_string_equal(shape_verdict("modes", slow_once, 20), "none");
	assert_string_equal(shape_verdict("modes", shape_mostly_slow, 20), "none");
}

/* Five launches each with 1, 2, 4 and 8 iterations, every other one in the slow mode. */
static void test_modes_over_all_counts(void **state)
{
	struct log log = case_log();
	double samples[SHAPE_SAMPLES];
	uint64_t seed = 3;

	(void)state;
	for (unsigned launch = 0; launch < 20; launch++) {
		for (unsigned k = 0; k < SHAPE_SAMPLES; k++)
			samples[k] =
				50e3 * shape_calm(launch, k, &seed) * (launch % 2 ? 1.1 : 1);
		case_launch(&log, "Bench", 1 << launch / 5, samples, SHAPE_SAMPLES);
	}
	assert_string_equal(case_verdict(&log, "modes"), "warning");
}

static void test_modes_over_launches_tell_the_rounds(void **state)
{
	struct log log = case_log();
	struct audit audit;
	double rounds;

	(void)state;
	shape_fill(&log, bimodal_launches, 30, 5);
	audit = case_audit(&log);
	rounds = case_number(case_finding(&audit, "modes", "Bench"), "rounds_needed");
	/* About every third launch: 1 - (2/3)^R >= .95 from 8 rounds on. */
	assert_true(rounds >= 5 && rounds <= 14);
	audit_release(&audit);
	log_release(&log);
}

static const char *modes_of_rounded(const char *format, uint64_t *random)
{
	struct log log = case_log();
	double samples[40];

	log.format = format;
	log.source.per_iteration = strcmp(format, "bdriver") != 0;
	for (uint32_t k = 1; k <= 5; k++) {
		struct launch *launch;

		for (int i = 0; i < 40; i++)
			samples[i] = round(3.5 + 0.05 * case_normal(random)) * 1000;
		launch = case_launch(&log, "Rounded", 78, samples, 40);
		launch->clock_step_ns = 1000;
		launch->round = k;
	}
	return case_verdict(&log, "modes");
}

/* Whole microseconds an iteration, as in Swift's logs, are no two modes; in a log of our own a
 * clock of 1 us would tell 78 iterations of 3 from those of 4. */
static void test_rounded_values(void **state)
{
	uint64_t random = 9;

	(void)state;
	assert_string_equal(modes_of_rounded("swift-verbose", &random), "none");
	assert_string_equal(modes_of_rounded("bdriver", &random), "warning");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_modes),
		cmocka_unit_test(test_modes_over_launches_tell_the_rounds),
		cmocka_unit_test(test_modes_over_all_counts),
		cmocka_unit_test(test_rounded_values),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
