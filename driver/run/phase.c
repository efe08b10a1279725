/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "compare/base/memory.h"
#include "driver/base/units.h"
#include "driver/plan/adaptive.h"
#include "driver/plan/smoke.h"
#include "driver/run/paired.h"
#include "harness/base/clock.h"

/* Rounds that tell what a slot costs, before a budget is divided. */
#define TRIAL_ROUNDS 2

static void fill(struct phase *phase, const struct run *run, uint32_t rounds)
{
	phase->first_round = 1;
	phase->rounds = rounds;
	for (size_t i = 0; i < run->subject_count; i++)
		phase->last_rounds[i] = rounds;
}

static bool second_stage(struct paired_run *p, struct log *logs, struct phase *phase)
{
	struct run *run = &p->run;
	size_t n = run->subject_count, count;
	struct smoke_candidate *candidates = memory_zeroed(n, sizeof(*candidates));
	bool *chosen = memory_zeroed(n, sizeof(*chosen));

	interim_analyse(p, logs, 1);
	for (size_t i = 0; i < n; i++)
		candidates[i] =
			(struct smoke_candidate){ p->interims[i].p, p->interims[i].effect };
	count = smoke_choose(&run->plan, candidates, n, chosen);
	phase->stage = 2;
	phase->first_round = 1;
	phase->rounds = run->settings.stage2_rounds;
	for (size_t i = 0; i < n; i++)
		phase->last_rounds[i] = chosen[i] ? phase->rounds : 0;
	if (!run->options->shared.quiet)
		progress_say(&run->progress,
			"Second stage: %zu of %zu benchmark%s, %u round%s.", count, n,
			PLURAL(n), phase->rounds, PLURAL(phase->rounds));
	free(candidates);
	free(chosen);
	return count > 0;
}

/* Time for slots, all workers together. What passes between launches is taken from it. */
static double time_left(const struct paired_run *p)
{
	const struct run *run = &p->run;
	double elapsed = (double)(bd_clock_ns() - run->progress.started_ns);
	double left = (run->total_ns - run_clock_ns(run)) * run->settings.workers;
	double pace = elapsed * run->settings.workers / run->estimate.took_ns;

	if (run->total_ns <= 0)
		return INFINITY;
	return left / (run->estimate.took_ns > 0 && pace > 1 && pace < 2 ? pace : 1);
}

/* Adaptive without a budget: what is freed is divided, no more. The log keeps it, as a run that
 * is resumed would find another one. */
static void plan_time(struct paired_run *p)
{
	struct run *run = &p->run;
	char text[32];
	struct err e;

	p->planned_ns = 0;
	for (size_t i = 0; i < run->subject_count; i++)
		p->planned_ns += run->settings.rounds * run_slot_ns(run, i);
	run->total_ns = p->planned_ns / run->settings.workers;
	snprintf(text, sizeof(text), "%.0f", p->planned_ns);
	if (run->notes && run->notes->open)
		log_writer_meta(run->notes, PAIRED_PLANNED_META, text, &e);
}

/* A build of it has failed in each round so far: there is nothing to be compared, and what it
 * costs (a timeout) may be much. */
static bool is_unreachable(const struct paired_run *p, size_t subject)
{
	const struct run *run = &p->run;

	for (unsigned b = 0; b < p->builds.count; b++)
		if (run->subjects[subject].paths[b] &&
			!run->summary.items[run_summary_item(run, subject, b)].launches)
			return p->interims[subject].rounds >= TRIAL_ROUNDS;
	return false;
}

static bool adapt(struct paired_run *p, struct log *logs, struct phase *phase)
{
	struct run *run = &p->run;
	size_t n = run->subject_count, count;
	struct adaptive_benchmark *b = memory_zeroed(n, sizeof(*b));
	double left;
	bool first;

	interim_analyse(p, logs, 0);
	if (!run->settings.budget_ns && p->planned_ns <= 0)
		plan_time(p);
	for (size_t i = 0; i < n; i++)
		b[i] = (struct adaptive_benchmark){ p->interims[i].rounds,
			p->interims[i].half_width, p->interims[i].threshold,
			run_slot_ns(run, i), is_unreachable(p, i) };
	/* Without a budget the first interim is everybody's, however slow the trial was. */
	first = p->phases == 2 && adaptive_is_early(b, n);
	left = first && !run->settings.budget_ns ? INFINITY : time_left(p);
	count = adaptive_decide(b, n, left, phase->last_rounds);
	phase->first_round = UINT32_MAX;
	for (size_t i = 0; i < n; i++) {
		if (phase->last_rounds[i] <= b[i].rounds)
			continue;
		if (b[i].rounds + 1 < phase->first_round)
			phase->first_round = b[i].rounds + 1;
		if (phase->last_rounds[i] > phase->rounds)
			phase->rounds = phase->last_rounds[i];
	}
	phase->rounds -= count ? phase->first_round - 1 : 0;
	free(b);
	return count > 0;
}

bool paired_phase_next(struct paired_run *p, struct log *logs, struct phase *phase)
{
	const struct run *run = &p->run;
	const struct run_settings *s = &run->settings;
	unsigned number = p->phases++;

	phase->last_rounds = memory_zeroed(run->subject_count, sizeof(*phase->last_rounds));
	if (s->stage2_rounds) {
		phase->stage = 1;
		fill(phase, run, s->rounds);
		return number == 0 || (number == 1 && second_stage(p, logs, phase));
	}
	if (s->adaptive) {
		fill(phase, run, TRIAL_ROUNDS);
		return number == 0 || adapt(p, logs, phase);
	}
	fill(phase, run, s->rounds);
	return number == 0;
}
