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
#include "compare/stats/prng.h"
#include "compare/verdict/comparison.h"
#include "compare/verdict/row_side.h"
#include "tests/unit/support/build_log.h"
#include "tests/unit/support/vectors.h"

/* A paired run may end after any of its launches. What it had no time for is not measured:
 * never gone, added or failing. */

#define BENCHMARKS 6
#define ROUNDS     3
#define SLOTS      (BENCHMARKS * ROUNDS * 2)

/* What really is different: all other benchmarks are in both builds, and fine. */
enum { GONE, FRESH, BREAKS };

static bool build_has(unsigned benchmark, bool is_new)
{
	return benchmark != (is_new ? GONE : FRESH);
}

static char *name_of(unsigned benchmark)
{
	return memory_format("b%u", benchmark);
}

/* The launches of a round in any order, but each build's of a benchmark after the other's. */
static void shuffle(unsigned *order, uint64_t seed)
{
	struct prng prng;

	prng_seed(&prng, seed);
	for (unsigned i = 0; i < BENCHMARKS; i++)
		order[i] = i;
	for (unsigned i = BENCHMARKS - 1; i > 0; i--) {
		unsigned other = (unsigned)prng_below(&prng, i + 1), keep = order[i];

		order[i] = order[other];
		order[other] = keep;
	}
}

static void add_launch(struct log *log, unsigned benchmark, unsigned round, bool is_new)
{
	AUTO_FREE char *name = name_of(benchmark);
	struct log_benchmark *to = log_add_benchmark(log, "s", name, "");
	const double samples[] = { 100 + round, 101 + round, 102 + round };
	struct launch *launch;

	if (benchmark == BREAKS && is_new) {
		build_failure(to, OUTCOME_SIGNAL)->round = round;
		return;
	}
	launch = log_add_launch(to);
	launch_summarise(launch, samples, 3);
	launch->round = round;
}

/* The logs after so many launches; `ended`: they say what had no time, as at the end of a
 * budget.
 */
static void run_until(struct log *old, struct log *new, unsigned launches, bool ended)
{
	unsigned order[BENCHMARKS], done = 0;

	for (unsigned round = 1; round <= ROUNDS; round++) {
		shuffle(order, round);
		for (unsigned i = 0; i < 2 * BENCHMARKS && done < launches; i++) {
			bool is_new = (i + round) % 2;

			if (build_has(order[i / 2], is_new)) {
				add_launch(is_new ? new : old, order[i / 2], round, is_new);
				done++;
			}
		}
	}
	old->complete = new->complete = ended;
	for (unsigned i = 0; ended && i < 2 * BENCHMARKS; i++) {
		struct log *log = i % 2 ? new : old;
		AUTO_FREE char *name = name_of(i / 2);
		AUTO_FREE char *key = log_fact_key(LOG_NOT_MEASURED, "s", name);

		if (build_has(i / 2, i % 2) && !log_find(log, "s", name, NULL))
			log_add_meta(log, key, "yes");
	}
}

static void expect_true_rows(const struct comparison *c, unsigned launches, bool ended)
{
	for (size_t i = 0; i < c->row_count; i++) {
		const struct row *row = &c->rows[i];
		unsigned benchmark = (unsigned)row->name[1] - '0';
		enum verdict verdict = row->time.verdict;
		bool is_true = verdict == VERDICT_ADDED     ? benchmark == FRESH
			       : verdict == VERDICT_REMOVED ? benchmark == GONE
			       : verdict == VERDICT_FAILED  ? benchmark == BREAKS
							    : true;

		if (!is_true || (row->lost && benchmark != GONE && benchmark != BREAKS))
			fail_msg("after %u launches%s b%u is %s", launches,
				ended ? " of a budget" : "", benchmark, verdict_name(verdict));
		if (ended && benchmark == FRESH)
			assert_int_equal(verdict, VERDICT_ADDED);
	}
}

static void test_each_end_of_a_run(void **state)
{
	struct compare_options options = COMPARE_OPTIONS_DEFAULT;
	size_t unmeasured = 0;

	(void)state;
	for (unsigned cut = 1; cut <= 2 * SLOTS; cut++) {
		bool ended = cut % 2;
		struct log old = build_log("old.log", "one"), new = build_log("new.log", "one");

		run_until(&old, &new, cut / 2 + 1, ended);
		if (old.benchmark_count && new.benchmark_count) {
			struct comparison c = compare_built(&old, &new, &options);

			expect_true_rows(&c, cut / 2 + 1, ended);
			unmeasured += c.summary.counts[VERDICT_NOT_MEASURED];
			comparison_release(&c);
		}
		log_release(&old);
		log_release(&new);
	}
	assert_true(unmeasured > 5);
}

/* Also of two sessions, and beside a build that really lacks it. */
static void test_other_sessions(void **state)
{
	struct compare_options options = COMPARE_OPTIONS_DEFAULT;
	struct log old = build_log("old.log", "one"), new = build_log("new.log", "two");
	struct comparison c;

	(void)state;
	for (unsigned round = 1; round <= 3; round++) {
		add_launch(&old, 3, round, false);
		add_launch(&old, 4, round, false);
		add_launch(&old, 5, round, false);
		add_launch(&new, 5, round, true);
	}
	old.complete = new.complete = true;
	log_add_meta(&new, "not_measured.s/b3", "yes");
	c = compare_built(&old, &new, &options);
	assert_int_equal(find_row(&c, "b3")->time.verdict, VERDICT_NOT_MEASURED);
	assert_string_equal(find_row(&c, "b3")->notes->items[0], "new: its run ended before");
	assert_int_equal(find_row(&c, "b4")->time.verdict, VERDICT_REMOVED);
	assert_int_equal(c.summary.lost, 1);
	comparison_release(&c);
	log_release(&old);
	log_release(&new);
}

/* The machine is three times as slow in the third turns of both. The launches' quartiles say
 * nothing, as only the old one has a fourth turn. */
static void test_median_over_turns(void **state)
{
	float a[] = { 100, 102, 300, 50 }, b[] = { 110, 112.2f, 330 };
	struct launch old = { .attempt = 1, .turn_q1_ns = a, .turn_count = 4 };
	struct launch new = { .attempt = 1, .turn_q1_ns = b, .turn_count = 3 };

	(void)state;
	assert_close(turns_change(&old, &new, SIZE_MAX), log(1.1), 1e-6);
	assert_close(turns_change(&new, &old, SIZE_MAX), -log(1.1), 1e-6);
	b[0] = NAN; /* a turn without a sample */
	a[1] = 0;
	assert_close(turns_change(&old, &new, SIZE_MAX), log(1.1), 1e-6);
	b[2] = NAN;
	assert_true(isnan(turns_change(&old, &new, SIZE_MAX)));
}

static void test_not_side_by_side(void **state)
{
	float a[] = { 100 }, b[] = { 110 };
	struct launch old = { .attempt = 1, .turn_q1_ns = a, .turn_count = 1 };
	struct launch new = { .attempt = 2, .turn_q1_ns = b, .turn_count = 1 };
	struct launch other = { .attempt = 1 };

	(void)state;
	assert_true(isnan(turns_change(&old, &new, SIZE_MAX)));
	assert_true(isnan(turns_change(&old, &other, SIZE_MAX)));
	new.attempt = 1;
	assert_close(turns_change(&old, &new, SIZE_MAX), log(1.1), 1e-6);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_each_end_of_a_run),
		cmocka_unit_test(test_other_sessions),
		cmocka_unit_test(test_median_over_turns),
		cmocka_unit_test(test_not_side_by_side),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
