/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which slots are measured again, on simulated launches; the bias. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "driver/plan/repeat_policy.h"

#define SUBJECTS 5
#define ROUNDS   20

struct world {
	struct plan plan;
	struct repeat_policy policy;
};

static void begin(struct world *w, unsigned workers, double repeats, double bias)
{
	struct repeat_options options = { .subject_count = SUBJECTS,
		.build_count = 1,
		.workers = workers,
		.max_repeats = repeats,
		.bias_share = bias };
	struct plan_options plan = {
		.benchmark_count = SUBJECTS, .first_round = 1, .rounds = ROUNDS
	};

	w->plan = (struct plan){ .seed = 5 };
	plan_add_rounds(&w->plan, &plan);
	repeat_policy_init(&w->policy, &options);
	repeat_policy_begin(&w->policy, &w->plan);
}

static void end(struct world *w)
{
	repeat_policy_release(&w->policy);
	plan_release(&w->plan);
}

/* A launch of 1 us an iteration that lost a share of its time. */
static bool launch(struct world *w, const struct repeat_slot *slot, double ns, double lost)
{
	struct log_row row;
	bool disturbed;

	log_row_init(&row);
	row.launch.time.mean = ns / (1 - lost);
	row.launch.time.median = row.launch.time.min = ns;
	row.evidence.wall_ns = 1e8;
	row.evidence.cpu_ns = 1e8 * (1 - lost);
	row.evidence.run_delay_ns = (int64_t)(1e8 * lost);
	disturbed = repeat_policy_launch(&w->policy, slot, &row);
	assert_int_equal(disturbed, row.launch.disturbed);
	repeat_policy_slot_over(&w->policy, slot, false, disturbed);
	return disturbed;
}

static struct repeat_slot planned(const struct world *w, size_t i, unsigned worker)
{
	return (struct repeat_slot){ .slot = i,
		.subject = w->plan.slots[i].benchmark,
		.worker = worker,
		.attempt = 1,
		.serial = w->policy.options.workers == 1 };
}

/* As a worker asks: has it one? */
static bool next(struct repeat_policy *policy, unsigned worker, struct repeat_slot *slot)
{
	const struct repeat_slot *first = repeat_policy_first(policy);

	if (!first || first->worker != worker)
		return false;
	*slot = *first;
	repeat_policy_take(policy);
	return true;
}

static void test_disturbed_slots_come_again_at_the_end(void **state)
{
	struct world w;
	struct repeat_slot slot, again;

	(void)state;
	begin(&w, 1, 0.2, 0);
	for (size_t i = 0; i < w.plan.slot_count; i++) {
		slot = planned(&w, i, 0);
		assert_int_equal(launch(&w, &slot, 1000, i == 50 ? 0.3 : 0), i == 50);
	}
	assert_true(next(&w.policy, 0, &again));
	assert_int_equal(again.slot, 50);
	assert_int_equal(again.attempt, 2);
	assert_int_equal(again.kind, REPEAT_DISTURBED);
	assert_true(launch(&w, &again, 1000, 0.3)); /* once more */
	assert_true(next(&w.policy, 0, &again));
	assert_int_equal(again.attempt, 3);
	assert_false(launch(&w, &again, 1000, 0));
	assert_false(next(&w.policy, 0, &again));
	assert_int_equal(w.policy.counts.launches, SUBJECTS * ROUNDS + 2);
	assert_int_equal(w.policy.counts.disturbed, 2);
	assert_int_equal(w.policy.counts.repeated, 1);
	assert_int_equal(w.policy.counts.clean, 1);
	assert_int_equal(w.policy.counts.refused, 0);
	end(&w);
}

/* The time may be over before a queued slot has its turn: it was not measured again then. */
static void test_a_slot_counts_as_repeated_once_it_was_measured_again(void **state)
{
	struct world w;
	struct repeat_slot slot, again;

	(void)state;
	begin(&w, 1, 0.2, 0);
	for (size_t i = 0; i < w.plan.slot_count; i++) {
		slot = planned(&w, i, 0);
		launch(&w, &slot, 1000, i == 50 || i == 51 ? 0.3 : 0);
	}
	assert_true(next(&w.policy, 0, &again));
	assert_false(launch(&w, &again, 1000, 0));
	assert_true(next(&w.policy, 0, &again));
	assert_int_equal(w.policy.counts.repeated, 1);
	end(&w);
}

/* With two phases the second has the limit that is left, and no launch of the first waits for
 * its serial one. */
static void test_limits_hold_for_all_phases(void **state)
{
	struct world w;
	struct repeat_slot slot, again;
	size_t runs = 0;

	(void)state;
	begin(&w, 2, 0.1, 1);
	for (int phase = 0; phase < 2; phase++) {
		for (size_t i = 0; i < w.plan.slot_count; i++) {
			slot = planned(&w, i, 0);
			launch(&w, &slot, 1000, i >= 50 ? 0.5 : 0);
		}
		/* The bias is left unmeasured in the first phase. */
		while (next(&w.policy, 0, &again))
			if (again.kind == REPEAT_DISTURBED)
				launch(&w, &again, 1000, runs++ % 2 ? 0 : 0.5);
		repeat_policy_begin(&w.policy, &w.plan);
		assert_int_equal(w.policy.bias.waiting_count, 0);
	}
	assert_true(runs > 0 && runs <= 2 * SUBJECTS * ROUNDS / 10);
	end(&w);
}

/* The first launch of a benchmark, suspicious while nothing is known of it. */
static void begin_unsure(struct world *w, bool retried)
{
	begin(w, 1, 0.2, 0);
	for (size_t i = 0; i < w->plan.slot_count; i++) {
		struct repeat_slot slot = planned(w, i, 0);

		assert_false(launch(w, &slot, 1000, i == 0 ? 0.06 : 0));
		slot.attempt = 2;
		if (i == 0 && retried)
			assert_false(launch(w, &slot, 1000, 0));
	}
}

static void test_unsure_launches_are_judged_again_at_the_end(void **state)
{
	struct world w;
	struct repeat_slot again;

	(void)state;
	begin_unsure(&w, false);
	assert_true(next(&w.policy, 0, &again));
	assert_int_equal(again.slot, 0);
	assert_int_equal(again.attempt, 2);
	assert_false(launch(&w, &again, 1000, 0));
	assert_false(next(&w.policy, 0, &again));
	end(&w);

	/* The other build failed, so both were measured once more. */
	begin_unsure(&w, true);
	assert_false(next(&w.policy, 0, &again));
	end(&w);
}

static void test_repetitions_are_bounded(void **state)
{
	struct world w;
	struct repeat_slot slot, again;
	size_t runs = 0, of_subject[SUBJECTS] = { 0 };

	(void)state;
	begin(&w, 1, 0.1, 0);
	for (size_t i = 0; i < w.plan.slot_count; i++) {
		slot = planned(&w, i, 0);
		launch(&w, &slot, 1000, 0.5);
	}
	while (next(&w.policy, 0, &again)) {
		runs++;
		of_subject[again.subject]++;
		launch(&w, &again, 1000, runs % 2 ? 0 : 0.5);
		assert_true(runs <= SUBJECTS * ROUNDS);
	}
	assert_int_equal(runs, SUBJECTS * ROUNDS / 10);
	for (int i = 0; i < SUBJECTS; i++)
		assert_int_equal(of_subject[i], ROUNDS / 10);
	assert_true(w.policy.counts.refused > 0);
	end(&w);

	begin(&w, 1, 0, 0); /* never */
	slot = planned(&w, 0, 0);
	assert_true(launch(&w, &slot, 1000, 0.5));
	assert_false(next(&w.policy, 0, &again));
	end(&w);
}

/* All slots are disturbed; so are all repetitions but every `one_in`-th. */
static size_t repetitions(size_t one_in)
{
	struct world w;
	struct repeat_slot slot, again;
	size_t runs = 0;

	begin(&w, 1, 0.2, 0);
	for (size_t i = 0; i < w.plan.slot_count; i++) {
		slot = planned(&w, i, 0);
		launch(&w, &slot, 1000, 0.5);
	}
	while (next(&w.policy, 0, &again))
		launch(&w, &again, 1000, ++runs % one_in ? 0.5 : 0);
	assert_true(w.policy.counts.refused >= SUBJECTS * ROUNDS - runs);
	end(&w);
	return runs;
}

static void test_repetitions_that_do_not_help_end(void **state)
{
	(void)state;
	assert_int_equal(repetitions(1000), 10);
	assert_int_equal(repetitions(5), 10);
	assert_int_equal(repetitions(3), SUBJECTS * ROUNDS / 5);
}

static void test_a_repetition_runs_on_its_worker(void **state)
{
	struct world w;
	struct repeat_slot slot, again;

	(void)state;
	begin(&w, 2, 0.2, 0);
	for (size_t i = 0; i < 10; i++) {
		slot = planned(&w, i, i % 2);
		launch(&w, &slot, 1000, i == 5 ? 0.5 : 0);
	}
	assert_false(next(&w.policy, 0, &again));
	assert_true(next(&w.policy, 1, &again));
	assert_int_equal(again.slot, 5);
	assert_false(next(&w.policy, 0, &again));
	end(&w);
}

static void test_failed_slots_are_not_measured_again(void **state)
{
	struct world w;
	struct repeat_slot slot, again;

	(void)state;
	begin(&w, 1, 0.2, 0);
	slot = planned(&w, 0, 0);
	repeat_policy_slot_over(&w.policy, &slot, true, true);
	assert_false(next(&w.policy, 0, &again));
	end(&w);
}

/* In parallel everything takes 4 % more. The same seed chooses the same slots. */
static void test_bias_of_parallel_running(void **state)
{
	struct world w;
	struct repeat_slot slot, again;
	struct bias_result r;
	size_t chosen[2] = { 0 }, sum[2] = { 0 };

	(void)state;
	for (int run = 0; run < 2; run++) {
		begin(&w, 2, 0.2, 0.25);
		for (size_t i = 0; i < w.plan.slot_count; i++) {
			slot = planned(&w, i, i % 2);
			launch(&w, &slot, 1040 + (double)(i % 5) - 2, i == 30 ? 0.4 : 0);
		}
		while (next(&w.policy, 0, &again) || next(&w.policy, 1, &again)) {
			again.serial = true;
			if (again.kind == REPEAT_BIAS) {
				chosen[run]++;
				sum[run] += again.slot;
			}
			launch(&w, &again, 1000, 0);
		}
		r = bias_result(&w.policy.bias);
		assert_int_equal(r.launches, chosen[run]);
		assert_true(r.launches >= 10 && r.launches <= 45);
		assert_true(r.median > 1.035 && r.median < 1.045);
		assert_true(r.range.low <= r.median && r.median <= r.range.high);
		assert_true(r.range.low > 1.03 && r.range.high < 1.05);
		/* They are no launches of the log. */
		assert_int_equal(w.policy.counts.launches, SUBJECTS * ROUNDS + 1);
		end(&w);
	}
	assert_int_equal(chosen[0], chosen[1]);
	assert_int_equal(sum[0], sum[1]);
}

/* Parallel ones that were disturbed are not paired, so serial ones may not be either: a bad
 * minute would look as if running alone were slower. */
static void test_bias_is_of_undisturbed_launches(void **state)
{
	struct world w;
	struct repeat_slot slot, again;
	struct bias_result r;
	size_t chosen = 0, never = SIZE_MAX;

	(void)state;
	begin(&w, 2, 0.2, 0.25);
	for (size_t i = 0; i < w.plan.slot_count; i++) {
		slot = planned(&w, i, 0);
		launch(&w, &slot, 1040 + (double)(i % 5) - 2, 0);
	}
	while (next(&w.policy, 0, &again)) {
		assert_int_equal(again.kind, REPEAT_BIAS);
		again.serial = true;
		chosen += again.attempt == 2;
		if (never == SIZE_MAX)
			never = again.slot;
		/* The first time each meets somebody who makes it twice as slow, one always. */
		if (again.attempt == 2 || again.slot == never)
			launch(&w, &again, 2000, 0.4);
		else
			launch(&w, &again, 1000, 0);
		assert_true(again.attempt <= 5);
	}
	r = bias_result(&w.policy.bias);
	assert_true(chosen > 10);
	assert_int_equal(r.launches, chosen - 1);
	assert_true(r.median > 1.035 && r.range.low > 1.03);
	end(&w);
}

/* As the resumed log tells it. */
static void resume(struct world *w, const struct repeat_slot *slot, double lost, bool marked)
{
	struct launch launch = LAUNCH_UNKNOWN;
	struct evidence evidence = EVIDENCE_UNKNOWN;

	launch.time.mean = 1000 / (1 - lost);
	launch.time.median = launch.time.min = 1000;
	evidence.wall_ns = 1e8;
	evidence.cpu_ns = 1e8 * (1 - lost);
	evidence.run_delay_ns = (int64_t)(1e8 * lost);
	evidence.disturbed = marked ? "cpu-share run-delay" : "";
	repeat_policy_resume(&w->policy, slot, &launch, &evidence);
}

/* A launch on a core that others used: what that cost decides over the mark, not over the
 * count. */
static bool shared(struct world *w, size_t slot, double ns, double high)
{
	const struct repeat_slot launch = planned(w, slot, 0);
	struct log_row row;

	log_row_init(&row);
	row.launch.time.mean = row.launch.time.median = row.launch.time.min = ns;
	row.evidence.wall_ns = row.evidence.cpu_ns = 1e8;
	row.evidence.run_delay_ns = 0;
	row.evidence.cpu = 0;
	row.evidence.core.low = 1;
	row.evidence.core.high = high;
	return repeat_policy_launch(&w->policy, &launch, &row);
}

static void test_shared_cores_are_counted(void **state)
{
	struct world w;
	size_t i = 0;

	(void)state;
	begin(&w, 1, 0.2, 0);
	for (; i < 50; i++)
		assert_false(shared(&w, i, 1000, 1.02));
	assert_false(shared(&w, i++, 1000, 1.6));
	assert_true(shared(&w, i, 1500, 1.6));
	assert_int_equal(w.policy.counts.shared, 2);
	assert_int_equal(w.policy.counts.disturbed, 1);
	assert_int_equal(repeat_policy_counts_of(&w.policy.counts, DISTURBED_CORE_SHARED), 1);
	end(&w);
}

static void test_a_resumed_run_knows_what_was_found(void **state)
{
	struct world w;
	struct repeat_slot slot, again;

	(void)state;
	begin(&w, 1, 0.2, 0);
	/* Three quarters were measured: slot 50 was disturbed, slot 60 too but not when it was
	 * measured again. In slot 70 the other build failed at first. */
	for (size_t i = 0; i < 75; i++) {
		slot = planned(&w, i, 0);
		w.plan.slots[i].attempts = i == 60 || i == 70 ? 2 : 1;
		w.plan.slots[i].ended = i == 60 ? 3 : 2;
		resume(&w, &slot, i == 50 || i == 60 ? 0.3 : 0, i == 50 || i == 60);
		slot.attempt = 2;
		if (i == 60 || i == 70)
			resume(&w, &slot, 0, false);
	}
	assert_int_equal(w.policy.counts.launches, 77);
	/* The quiet ranges are known: nobody is unsure any more. */
	slot = planned(&w, 75, 0);
	assert_true(launch(&w, &slot, 1000, 0.06));
	for (size_t i = 76; i < w.plan.slot_count; i++) {
		slot = planned(&w, i, 0);
		assert_false(launch(&w, &slot, 1000, 0));
	}
	assert_true(next(&w.policy, 0, &again));
	assert_int_equal(again.slot, 50);
	assert_int_equal(again.attempt, 2);
	assert_false(launch(&w, &again, 1000, 0));
	assert_true(next(&w.policy, 0, &again));
	assert_int_equal(again.slot, 75);
	assert_false(launch(&w, &again, 1000, 0));
	assert_false(next(&w.policy, 0, &again));
	assert_int_equal(w.policy.counts.disturbed, 3);
	assert_int_equal(w.policy.counts.repeated, 3);
	assert_int_equal(w.policy.counts.clean, 3);
	end(&w);
}

/* What it had used of the limit stays used, and three repetitions remain three. */
static void test_a_resumed_run_keeps_the_limits(void **state)
{
	struct world w;
	struct repeat_slot slot, again;

	(void)state;
	begin(&w, 1, 0.2, 0);
	for (size_t i = 0; i < w.plan.slot_count; i++) {
		slot = planned(&w, i, 0);
		w.plan.slots[i].attempts = i == 20 ? 4 : 1;
		w.plan.slots[i].ended = 15;
		resume(&w, &slot, i == 20 ? 0.3 : 0, i == 20);
		for (slot.attempt = 2; i == 20 && slot.attempt <= 4; slot.attempt++)
			resume(&w, &slot, 0.3, true);
	}
	/* Of another plan: learned from, not repeated. */
	slot.slot = SIZE_MAX;
	resume(&w, &slot, 0.3, true);
	assert_false(next(&w.policy, 0, &again));
	assert_int_equal(w.policy.counts.repeated, 1);
	assert_int_equal(w.policy.counts.clean, 0);
	end(&w);
}

static void test_one_worker_has_no_bias(void **state)
{
	struct world w;
	struct repeat_slot slot, again;

	(void)state;
	begin(&w, 1, 0.2, 1);
	slot = planned(&w, 0, 0);
	launch(&w, &slot, 1000, 0);
	assert_false(next(&w.policy, 0, &again));
	assert_int_equal(bias_result(&w.policy.bias).launches, 0);
	assert_true(isnan(bias_result(&w.policy.bias).median));
	end(&w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_disturbed_slots_come_again_at_the_end),
		cmocka_unit_test(test_a_slot_counts_as_repeated_once_it_was_measured_again),
		cmocka_unit_test(test_limits_hold_for_all_phases),
		cmocka_unit_test(test_unsure_launches_are_judged_again_at_the_end),
		cmocka_unit_test(test_repetitions_are_bounded),
		cmocka_unit_test(test_repetitions_that_do_not_help_end),
		cmocka_unit_test(test_a_repetition_runs_on_its_worker),
		cmocka_unit_test(test_failed_slots_are_not_measured_again),
		cmocka_unit_test(test_bias_of_parallel_running),
		cmocka_unit_test(test_bias_is_of_undisturbed_launches),
		cmocka_unit_test(test_shared_cores_are_counted),
		cmocka_unit_test(test_a_resumed_run_knows_what_was_found),
		cmocka_unit_test(test_a_resumed_run_keeps_the_limits),
		cmocka_unit_test(test_one_worker_has_no_bias),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
