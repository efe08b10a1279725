/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "compare/base/memory.h"
#include "compare/print/format.h"
#include "driver/base/units.h"
#include "driver/plan/adaptive.h"
#include "driver/plan/brief.h"
#include "driver/plan/outlook.h"
#include "driver/plan/smoke.h"
#include "driver/run/accounts.h"
#include "driver/run/console.h"
#include "driver/run/interim.h"
#include "driver/run/logs.h"
#include "driver/run/phase.h"
#include "driver/run/resumed.h"
#include "driver/run/rounds.h"
#include "driver/run/run.h"

/*
 * Method: a phase is a plan whose launches all follow from the logs so far and the seed, so
 * that a resumed run plans as the interrupted one would have. Some first rounds of all; then,
 * again and again, an interim analysis reads the logs and adaptive_decide() gives rounds to
 * benchmarks whose intervals are still too wide, until all are decided or the time is used. A
 * smoke run has then a second stage, of which fresh rounds judge the suspects of the first. Of
 * a resumed run, slots that the logs have are done.
 */

/* A run that takes no longer from now on is not worth a word on what it will see. */
#define OUTLOOK_SHOWN_NS 10e9

/* Of benchmarks with changed code, up to `most`. */
static void fill(
	struct plan_options *phase, const struct run *run, uint32_t rounds, uint32_t most)
{
	phase->first_round = 1;
	phase->rounds = rounds > most ? rounds : most;
	for (size_t i = 0; i < run->subjects.count; i++)
		run->phase.last_rounds[i] =
			run->subjects.items[i].role == ROLE_CONTROL ? rounds : most;
}

/* After the interim analysis of the first one. */
static bool second_stage(struct run *run, struct plan_options *phase)
{
	size_t n = run->subjects.count, count;
	AUTO_FREE struct smoke_candidate *candidates = memory_zeroed(n, sizeof(*candidates));
	AUTO_FREE bool *chosen = memory_zeroed(n, sizeof(*chosen));

	for (size_t i = 0; i < n; i++)
		candidates[i] = (struct smoke_candidate){ run->phase.interims[i].p,
			run->phase.interims[i].effect, run->phase.interims[i].threshold };
	count = smoke_choose(&run->phase.plan, candidates, n, chosen);
	phase->stage = 2;
	phase->first_round = 1;
	phase->rounds = run->settings.stage2_rounds;
	for (size_t i = 0; i < n; i++)
		run->phase.last_rounds[i] = chosen[i] ? phase->rounds : 0;
	if (count)
		progress_say(&run->progress,
			"Second stage: %zu of %zu benchmark%s, %u round%s.", count, n,
			PLURAL(n), phase->rounds, PLURAL(phase->rounds));
	return count > 0;
}

/* For the rest of the run. */
static void choose_brief(struct run *run)
{
	struct run_phase *phase = &run->phase;

	for (size_t i = 0; run->settings.turns.brief && i < run->subjects.count; i++) {
		double saves_ns = rounds_brief_saves_ns(run, i) / run->ledger.of[i].builds;

		if (run->ledger.of[i].brief ||
			!brief_gains(phase->interims[i].brief_variance,
				ledger_slot_ns(&run->ledger, i), rounds_brief_saves_ns(run, i)))
			continue;
		run->ledger.of[i].brief = true;
		if (run->ledger.of[i].expected_ns > (double)run->settings.launch_time_ns)
			run->ledger.of[i].expected_ns -= saves_ns;
	}
}

/* What the early end of benchmarks saved, of the time of --rounds of all. */
static void note_saved(struct run *run, const struct adaptive_benchmark *b)
{
	double all = 0, saved = 0;

	run->phase.ended_early = 0;
	for (size_t i = 0; i < run->subjects.count; i++) {
		double rounds = rounds_even(run, &b[i], i);
		double left = rounds_left_ns(run, &b[i], i, rounds);

		all += rounds * b[i].slot_ns;
		if (run->ledger.of[i].brief)
			all += rounds * rounds_brief_saves_ns(run, i);
		saved += left;
		run->phase.ended_early += left > 0;
	}
	run->phase.saved = saved / all;
}

/* Once, when all have had their first interim analysis: what this run will see, and what more
 * would cost. left_ns: as adaptive_decide() takes it. */
static void say_outlook(struct run *run, const struct adaptive_benchmark *b, double left_ns)
{
	size_t n = 0;
	AUTO_FREE struct outlook_benchmark *all =
		memory_zeroed(run->subjects.count, sizeof(*all));
	char change[FORMAT_SIZE], finer[FORMAT_SIZE], more[16];
	struct outlook o;

	for (size_t i = 0; i < run->subjects.count; i++) {
		uint32_t need = adaptive_rounds_needed(&b[i]);

		/* Not the same code, and what cannot be compared. */
		if (!b[i].first || !isfinite(b[i].half_width))
			continue;
		need = need > b[i].last ? b[i].last : need;
		all[n++] = (struct outlook_benchmark){ run->phase.interims[i].smallest,
			b[i].rounds, need, b[i].slot_ns };
	}
	o = n ? outlook_of(all, n, left_ns, run->cpus.workers) : (struct outlook){ 0 };
	run->phase.outlook_said = true;
	if (run->progress.most_ns < OUTLOOK_SHOWN_NS || !isfinite(o.change))
		return;
	duration_text(o.finer_ns, more, sizeof(more));
	progress_say(&run->progress,
		"At its end: changes of %s in %d %% of %zu benchmark%s. %s would take %s (-r "
		"%u).",
		format_percent(change, o.change), OUTLOOK_PERCENT, n, PLURAL(n),
		format_percent(finer, o.finer), more, o.finer_rounds);
}

/* After an interim analysis of the stage; 0 in a run of one stage. Controls of the first stage
 * of two get no more rounds, what is deferred gets some once the others are done. */
static bool adapt(struct run *run, struct plan_options *phase, uint8_t stage)
{
	size_t n = run->subjects.count, count;
	AUTO_FREE struct adaptive_benchmark *b = memory_zeroed(n, sizeof(*b));
	double left;

	choose_brief(run);
	rounds_of(run, stage, b);
	/* Without a budget the first interim is everybody's, however few --rounds are. */
	left = run->settings.budget_ns   ? rounds_budget_ns(run)
	       : adaptive_is_early(b, n) ? INFINITY
					 : rounds_pool_ns(run, b);
	/* The last ones may be alone in their launches. */
	for (size_t i = 0; i < n; i++)
		b[i].slot_ns += ledger_alone_ns(&run->ledger, i);
	count = adaptive_decide(b, n, left, run->phase.last_rounds);
	for (size_t i = 0; !count && i < n; i++)
		b[i].unreachable &= rounds_are_useless(run, i) || !run->ledger.of[i].deferred;
	if (!count && !run->settings.budget_ns && adaptive_is_early(b, n))
		left = INFINITY;
	if (!count)
		count = adaptive_decide(b, n, left, run->phase.last_rounds);
	if (!count && run->settings.ends_early)
		note_saved(run, b);
	if (count && !run->phase.outlook_said && !adaptive_is_early(b, n))
		say_outlook(run, b, left);
	phase->first_round = UINT32_MAX;
	for (size_t i = 0; i < n; i++) {
		if (run->phase.last_rounds[i] <= b[i].rounds)
			continue;
		if (b[i].rounds + 1 < phase->first_round)
			phase->first_round = b[i].rounds + 1;
		if (run->phase.last_rounds[i] > phase->rounds)
			phase->rounds = run->phase.last_rounds[i];
	}
	phase->rounds -= count ? phase->first_round - 1 : 0;
	return count > 0;
}

/*
 * More rounds for what is too wide, as an adaptive run decides it. The rounds that were added
 * take no part in that, so that a run which is interrupted goes on as it would have.
 */
static void narrow(struct run *run, struct log *logs)
{
	for (size_t b = 0; b < run->builds.count; b++)
		log_leave_out(&logs[b], run->settings.extended_from, LOG_ANY_STAGE);
	interim_analyse(run, logs, 0);
	for (size_t i = 0; i < run->subjects.count; i++)
		if (run->phase.interims[i].half_width <= run->phase.interims[i].threshold &&
			run->phase.last_rounds[i] > run->phase.interims[i].rounds)
			run->phase.last_rounds[i] = run->phase.interims[i].rounds;
}

static bool has_second_stage(const struct log *logs, size_t count)
{
	for (size_t b = 0; b < count; b++)
		for (size_t i = 0; i < logs[b].benchmark_count; i++)
			for (size_t k = 0; k < logs[b].benchmarks[i].launch_count; k++)
				if (logs[b].benchmarks[i].launches[k].stage == 2)
					return true;
	return false;
}

/* The first stage divides its rounds by need; only its end has suspects. */
static bool two_stages(
	struct run *run, struct log *logs, struct plan_options *phase, unsigned number)
{
	phase->stage = 1;
	if (number == 0 || !logs) {
		fill(phase, run, run->changed.control_rounds,
			rounds_first(run->settings.rounds));
		return true;
	}
	if (run->phase.in_second_stage)
		return false;
	run->phase.in_second_stage = has_second_stage(logs, run->builds.count);
	interim_analyse(run, logs, 1);
	if (!run->phase.in_second_stage && adapt(run, phase, 1))
		return true;
	run->phase.in_second_stage = true;
	return second_stage(run, phase);
}

/* What comes next; false: nothing. logs: what there is so far; not needed for the first phase.
 */
static bool next_phase(struct run *run, struct log *logs, struct plan_options *phase)
{
	const struct run_settings *s = &run->settings;
	unsigned number = run->phase.number++;

	if (!run->phase.last_rounds)
		run->phase.last_rounds =
			memory_zeroed(run->subjects.count, sizeof(*run->phase.last_rounds));
	phase->last_rounds = run->phase.last_rounds;
	if (number)
		accounts_end_trial(run);
	if (s->stage2_rounds)
		return two_stages(run, logs, phase, number);
	if (s->adaptive) {
		fill(phase, run, ROUNDS_TRIAL, ROUNDS_TRIAL);
		if (number == 0)
			return true;
		interim_analyse(run, logs, 0);
		return adapt(run, phase, 0);
	}
	fill(phase, run, run->changed.control_rounds, run->changed.rounds);
	if (number == 0 && s->extended_from && logs && run->builds.count > 1)
		narrow(run, logs);
	return number == 0;
}

static void fill_plan(struct run *run, struct plan_options *phase)
{
	AUTO_FREE bool *serial = memory_zeroed(run->subjects.count, sizeof(*serial));
	AUTO_FREE double *expected = memory_zeroed(run->subjects.count, sizeof(*expected));

	phase->benchmark_count = run->subjects.count;
	phase->serial = serial;
	phase->expected_ns = expected;
	for (size_t i = 0; i < run->subjects.count; i++) {
		serial[i] = run->subjects.items[i].alone;
		expected[i] = ledger_slot_ns(&run->ledger, i);
	}
	plan_clear(&run->phase.plan);
	plan_add_rounds(&run->phase.plan, phase);
	for (size_t i = 0; i < run->phase.plan.slot_count; i++) {
		struct plan_slot *slot = &run->phase.plan.slots[i];
		int64_t turn_ns = run->subjects.items[slot->benchmark].length.slice_ns;

		if (run->ledger.of[slot->benchmark].brief && phase->stage < 2 &&
			slot->round > ADAPTIVE_FIRST)
			slot->launch_time_ns = brief_turns(turn_ns) * turn_ns;
	}
	if (run->policy)
		repeat_policy_begin(run->policy, &run->phase.plan);
}

static void announce(struct run *run, size_t launches)
{
	if (run->phase.number > 1)
		return;
	console_begin(run, launches);
	for (size_t i = 0; i < run->phase.plan.slot_count; i++)
		if (run->phase.plan.slots[i].done)
			run->progress.done +=
				run->ledger.of[run->phase.plan.slots[i].benchmark].builds;
	run->progress.total += run->progress.done;
}

int run_phase_plan(struct run *run, struct err *e)
{
	const struct run_settings *s = &run->settings;
	struct log logs[MEASURE_BUILDS_MAX] = { 0 };
	struct plan_options phase = { 0 };
	bool takes = run->logs.resumed && !run->phase.number;
	bool reads = takes || run->phase.number;
	int rc = 0;

	if (run->phase.number && !s->adaptive && !s->stage2_rounds)
		return 0;
	if (reads)
		rc = run_logs_read(
			&run->builds, logs, takes ? LOG_KEEP_EVIDENCE : LOG_KEEP_SUMMARIES, e);
	if (!rc && takes)
		run_resumed_take(run, logs);
	if (!rc && next_phase(run, logs, &phase)) {
		fill_plan(run, &phase);
		if (reads)
			run_resumed_mark(run, logs, takes);
		announce(run, accounts_expect(run));
		rc = 1;
	}
	run_logs_release(&run->builds, logs);
	return rc;
}

size_t run_phase_preview(struct run *run)
{
	struct plan_options phase = { 0 };

	next_phase(run, NULL, &phase);
	fill_plan(run, &phase);
	return accounts_expect(run);
}
