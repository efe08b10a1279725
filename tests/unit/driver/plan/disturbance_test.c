/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The judgement on simulated launches: quiet, disturbed, sleeping, on several CPUs. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "compare/log/row.h"
#include "compare/stats/prng.h"
#include "driver/plan/disturbance.h"
#include "tests/unit/support/uniform.h"

static double normal(struct prng *prng)
{
	double sum = -6;

	for (int i = 0; i < 12; i++)
		sum += uniform_draw(prng);
	return sum;
}

static struct disturbance_evidence told(double mean_ns, double median_ns, double cpu_share,
	double delay_share, int64_t voluntary_switches, bool migrated)
{
	return (struct disturbance_evidence){ .mean_ns = mean_ns,
		.median_ns = median_ns,
		.cpu_share = cpu_share,
		.delay_share = delay_share,
		.core_low = NAN,
		.core_high = NAN,
		.voluntary_switches = voluntary_switches,
		.migrated = migrated };
}

/* A launch of 1000 ns an iteration with 1 % noise that lost `lost` of its wall time. */
static struct disturbance_evidence launch(struct prng *prng, double lost)
{
	double time = 1000 * exp(0.01 * normal(prng));

	return (struct disturbance_evidence){ .mean_ns = time / (1 - lost),
		.median_ns = time,
		.cpu_share = 1 - lost,
		.delay_share = lost };
}

static void test_quiet_and_disturbed_launches_are_told_apart(void **state)
{
	struct disturbance d;
	struct prng prng;
	int marked = 0, missed = 0;

	(void)state;
	prng_seed(&prng, 1);
	disturbance_init(&d, 100);
	for (size_t b = 0; b < 100; b++)
		for (int i = 0; i < 40; i++) {
			bool noisy = uniform_draw(&prng) < 0.3;
			/* Quiet ones lose up to 1 %, as on a two-core virtual machine. */
			double lost = noisy ? 0.1 + 0.4 * uniform_draw(&prng)
					    : 0.01 * uniform_draw(&prng);
			struct disturbance_evidence e = launch(&prng, lost);
			struct disturbance_verdict v = disturbance_judge(&d, b, &e);

			marked += !noisy && v.reasons;
			missed += noisy && !v.reasons;
		}
	assert_true(marked <= 8);  /* of about 2800 */
	assert_true(missed <= 60); /* of about 1200: 95 % */
	disturbance_release(&d);
}

/* Cut short of CPU time without being slower: the driver's own short turns on the core do so.
 */
static void test_suspicion_alone_marks_nothing(void **state)
{
	struct disturbance d;
	struct prng prng;
	int marked = 0;

	(void)state;
	prng_seed(&prng, 2);
	disturbance_init(&d, 1);
	for (int i = 0; i < 200; i++) {
		struct disturbance_evidence e = launch(&prng, 0);

		if (i % 3) {
			e.cpu_share = 0.975;
			e.delay_share = 0.012;
		}
		marked += disturbance_judge(&d, 0, &e).reasons != 0;
	}
	assert_true(marked <= 2);
	disturbance_release(&d);
}

/* A benchmark that varies by half hides a launch that lost a third in its range. */
static void test_what_was_lost_beyond_doubt_is_marked_in_any_range(void **state)
{
	struct disturbance d;
	struct disturbance_evidence e = { .cpu_share = 1 };

	(void)state;
	disturbance_init(&d, 1);
	for (int i = 0; i < 12; i++) {
		e.mean_ns = e.median_ns = 1000 + 80 * i;
		assert_int_equal(disturbance_judge(&d, 0, &e).reasons, 0);
	}
	e.cpu_share = 0.65;
	e.delay_share = 0.35;
	assert_int_equal(disturbance_judge(&d, 0, &e).reasons,
		DISTURBED_CPU_SHARE | DISTURBED_RUN_DELAY);
	/* Here the range decides. */
	e.cpu_share = 0.95;
	e.delay_share = 0.05;
	assert_int_equal(disturbance_judge(&d, 0, &e).reasons, 0);
	disturbance_release(&d);
}

/* One involuntary switch, some microseconds without the CPU: every launch has them. */
static void test_a_single_interruption_marks_nothing(void **state)
{
	struct disturbance d;
	struct disturbance_evidence e = told(1000, 1000, 0.9998, 0.0002, 0, false);

	(void)state;
	disturbance_init(&d, 1);
	for (int i = 0; i < 10; i++)
		assert_int_equal(disturbance_judge(&d, 0, &e).reasons, 0);
	e.mean_ns = e.median_ns = 1100;
	assert_int_equal(disturbance_judge(&d, 0, &e).reasons, 0);
	disturbance_release(&d);
}

static void test_slower_alone_marks_nothing(void **state)
{
	struct disturbance d;
	struct disturbance_evidence e = {
		.mean_ns = 100, .median_ns = 100, .cpu_share = 0.999, .delay_share = 0.001
	};

	(void)state;
	disturbance_init(&d, 1);
	for (int i = 0; i < 10; i++)
		assert_int_equal(disturbance_judge(&d, 0, &e).reasons, 0);
	e.mean_ns = e.median_ns = 200;
	assert_int_equal(disturbance_judge(&d, 0, &e).reasons, 0);
	disturbance_release(&d);
}

static void test_first_launches_are_unsure_unless_beyond_doubt(void **state)
{
	struct disturbance d;
	struct disturbance_evidence odd = told(105, 105, 0.95, 0.05, 0, false);
	struct disturbance_evidence gross = told(200, 100, 0.5, 0.5, 0, false);
	struct disturbance_evidence quiet = told(100, 100, 1, 0, 0, false);
	struct disturbance_verdict v;

	(void)state;
	disturbance_init(&d, 2);
	v = disturbance_judge(&d, 1, &odd);
	assert_int_equal(v.reasons, 0);
	assert_true(v.unsure);
	v = disturbance_judge(&d, 1, &gross);
	assert_int_equal(v.reasons, DISTURBED_CPU_SHARE | DISTURBED_RUN_DELAY);
	assert_false(v.unsure);
	for (int i = 0; i < DISTURBANCE_LEARNED; i++) {
		v = disturbance_judge(&d, 1, &quiet);
		assert_int_equal(v.reasons, 0);
		assert_false(v.unsure);
	}
	/* With what is known now the first one was disturbed. */
	v = disturbance_again(&d, 1, &odd);
	assert_int_equal(v.reasons, DISTURBED_CPU_SHARE | DISTURBED_RUN_DELAY);
	assert_int_equal(d.histories[1].count, DISTURBANCE_LEARNED);
	assert_int_equal(d.histories[0].count, 0);
	disturbance_release(&d);
}

static void test_sleeping_is_no_disturbance(void **state)
{
	struct disturbance d;
	struct disturbance_evidence asleep = told(1000, 1000, 0.1, 0.001, 100, false);
	struct disturbance_evidence held_up = told(1500, 1500, 0.07, 0.3, 100, false);

	(void)state;
	disturbance_init(&d, 1);
	for (int i = 0; i < 10; i++)
		assert_int_equal(disturbance_judge(&d, 0, &asleep).reasons, 0);
	/* One that was kept waiting for the CPU as well is. */
	assert_int_equal(disturbance_judge(&d, 0, &held_up).reasons, DISTURBED_RUN_DELAY);
	disturbance_release(&d);
}

static void test_several_cpus_have_a_share_of_their_own(void **state)
{
	struct disturbance d;
	struct disturbance_evidence two = told(1000, 1000, 1.95, 0, 0, false);
	struct disturbance_evidence one = told(1500, 1500, 1.2, 0, 0, false);

	(void)state;
	disturbance_init(&d, 1);
	for (int i = 0; i < 10; i++)
		assert_int_equal(disturbance_judge(&d, 0, &two).reasons, 0);
	assert_int_equal(disturbance_judge(&d, 0, &one).reasons, DISTURBED_CPU_SHARE);
	disturbance_release(&d);
}

static void test_migration_marks_by_itself(void **state)
{
	struct disturbance d;
	struct disturbance_evidence e = told(100, 100, 1, 0, 0, true);

	(void)state;
	disturbance_init(&d, 1);
	assert_int_equal(disturbance_judge(&d, 0, &e).reasons, DISTURBED_MIGRATION);
	assert_int_equal(d.histories[0].count, 0);
	disturbance_release(&d);
}

/* Another guest on the sibling hyperthread: nothing is lost by any account of the kernel. */
static void test_a_shared_core_marks_a_slower_launch(void **state)
{
	struct disturbance d;
	struct disturbance_evidence e = told(1000, 1000, 1, 0, 0, false);

	(void)state;
	disturbance_init(&d, 1);
	e.cpu = 3;
	e.core_low = 1.25;
	e.core_high = 1.30;
	for (int i = 0; i < 10; i++)
		assert_int_equal(disturbance_judge(&d, 0, &e).reasons, 0);
	assert_int_equal(d.histories[0].count, 10);
	/* Shared, but the benchmark did not mind; not an example of a quiet launch either. */
	e.core_high = 1.9;
	assert_int_equal(disturbance_judge(&d, 0, &e).reasons, 0);
	assert_int_equal(d.histories[0].count, 10);
	e.mean_ns = e.median_ns = 1400;
	assert_int_equal(disturbance_judge(&d, 0, &e).reasons, DISTURBED_CORE_SHARED);
	/* Slower on a core of its own, and on a CPU whose core takes that long. */
	e.core_high = 1.4;
	assert_int_equal(disturbance_judge(&d, 0, &e).reasons, 0);
	e.cpu = 4;
	e.core_low = 1.8;
	e.core_high = 1.9;
	assert_int_equal(disturbance_judge(&d, 0, &e).reasons, 0);
	disturbance_release(&d);
}

/* All launches shared their core until one did not: with what is known then, they were. */
static void test_the_floor_is_learned(void **state)
{
	struct disturbance d;
	struct disturbance_evidence shared = told(1400, 1400, 1, 0, 0, false);
	struct disturbance_evidence quiet = told(1000, 1000, 1, 0, 0, false);

	(void)state;
	shared.core_low = 1.5;
	shared.core_high = 1.7;
	quiet.core_low = quiet.core_high = 1;
	disturbance_init(&d, 1);
	assert_int_equal(disturbance_judge(&d, 0, &shared).reasons, 0);
	for (int i = 0; i < DISTURBANCE_KEPT; i++)
		assert_int_equal(disturbance_judge(&d, 0, &quiet).reasons, 0);
	assert_int_equal(disturbance_again(&d, 0, &shared).reasons, DISTURBED_CORE_SHARED);
	disturbance_release(&d);
}

/* Kernels without schedstat, suites that tell nothing of themselves. */
static void test_what_is_not_known_marks_nothing(void **state)
{
	struct disturbance d;
	struct disturbance_evidence e = told(100, 100, NAN, NAN, -1, false);
	struct disturbance_evidence half = told(200, 100, 0.5, NAN, -1, false);

	(void)state;
	disturbance_init(&d, 1);
	for (int i = 0; i < 10; i++)
		assert_int_equal(disturbance_judge(&d, 0, &e).reasons, 0);
	assert_int_equal(disturbance_judge(&d, 0, &half).reasons, DISTURBED_CPU_SHARE);
	disturbance_release(&d);
}

static void test_evidence_of_a_row(void **state)
{
	struct log_row row;
	struct disturbance_evidence e;

	(void)state;
	log_row_init(&row);
	disturbance_evidence_of(&row.launch, &row.evidence, &e);
	assert_true(isnan(e.cpu_share) && isnan(e.delay_share) && !e.migrated);
	row.evidence.cpu_ns = 50;
	row.evidence.wall_ns = 200;
	row.evidence.run_delay_ns = 100;
	row.evidence.migrations = 2;
	disturbance_evidence_of(&row.launch, &row.evidence, &e);
	assert_true(e.cpu_share == 0.25 && e.delay_share == 0.5);
	assert_false(e.migrated); /* not pinned: it may */
	row.evidence.cpu = 0;
	disturbance_evidence_of(&row.launch, &row.evidence, &e);
	assert_true(e.migrated);
}

static void test_words(void **state)
{
	(void)state;
	for (unsigned reasons = 0; reasons < 1 << DISTURBANCE_REASONS; reasons++)
		assert_int_equal(disturbance_reasons(disturbance_words(reasons)), reasons);
	assert_int_equal(disturbance_reasons("other words"), 0);
	assert_string_equal(disturbance_words(0), "");
	assert_string_equal(disturbance_words(DISTURBED_CPU_SHARE | DISTURBED_RUN_DELAY),
		"cpu-share run-delay");
	assert_string_equal(disturbance_words(DISTURBED_MIGRATION), "migration");
	assert_string_equal(disturbance_words(DISTURBED_CPU_SHARE | DISTURBED_MIGRATION),
		"cpu-share migration");
	assert_string_equal(disturbance_words(DISTURBED_RUN_DELAY | DISTURBED_MIGRATION),
		"run-delay migration");
	assert_string_equal(disturbance_words(DISTURBED_MIGRATION | DISTURBED_CORE_SHARED),
		"migration core-shared");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_quiet_and_disturbed_launches_are_told_apart),
		cmocka_unit_test(test_suspicion_alone_marks_nothing),
		cmocka_unit_test(test_what_was_lost_beyond_doubt_is_marked_in_any_range),
		cmocka_unit_test(test_a_single_interruption_marks_nothing),
		cmocka_unit_test(test_slower_alone_marks_nothing),
		cmocka_unit_test(test_first_launches_are_unsure_unless_beyond_doubt),
		cmocka_unit_test(test_sleeping_is_no_disturbance),
		cmocka_unit_test(test_several_cpus_have_a_share_of_their_own),
		cmocka_unit_test(test_migration_marks_by_itself),
		cmocka_unit_test(test_a_shared_core_marks_a_slower_launch),
		cmocka_unit_test(test_the_floor_is_learned),
		cmocka_unit_test(test_what_is_not_known_marks_nothing),
		cmocka_unit_test(test_evidence_of_a_row),
		cmocka_unit_test(test_words),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
