/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/run/rounds.h"

#include <math.h>

#include "driver/plan/brief.h"
#include "driver/plan/smoke.h"
#include "driver/run/accounts.h"
#include "driver/run/interim.h"
#include "driver/run/run.h"
#include "harness/base/clock.h"

uint32_t rounds_first(uint32_t rounds)
{
	return rounds < ADAPTIVE_FIRST ? rounds : ADAPTIVE_FIRST;
}

double rounds_brief_saves_ns(const struct run *run, size_t subject)
{
	int64_t turn_ns = run->subjects.items[subject].length.slice_ns;
	double whole_ns =
		fmax((double)run->settings.launch_time_ns, (double)(TURNS_LEAST * turn_ns));

	return turn_ns ? run->ledger.of[subject].builds *
				 (whole_ns - (double)(brief_turns(turn_ns) * turn_ns))
		       : 0;
}

double rounds_left_ns(const struct run *run, const struct adaptive_benchmark *b, size_t subject,
	double rounds)
{
	double more_ns =
		run->ledger.of[subject].brief ? rounds_brief_saves_ns(run, subject) : 0;

	return (rounds - b->rounds) * b->slot_ns +
	       (rounds - run->phase.interims[subject].whole_rounds) * more_ns;
}

double rounds_budget_ns(const struct run *run)
{
	double workers = run->cpus.workers;
	double elapsed = (double)(bd_clock_ns() - run->progress.started_ns);

	return (run->clock.total_ns - run_clock_ns(&run->clock)) * workers /
	       ledger_pace(&run->ledger, run->cpus.workers, elapsed);
}

double rounds_even(const struct run *run, const struct adaptive_benchmark *b, size_t subject)
{
	if (run->settings.stage2_rounds)
		return smoke_rounds(
			run->settings.rounds, b->slot_ns, run->ledger.of[subject].usual_ns);
	return run->subjects.items[subject].role == ROLE_CONTROL ? run->changed.control_rounds
								 : run->changed.rounds;
}

double rounds_pool_ns(const struct run *run, const struct adaptive_benchmark *b)
{
	double left = 0;

	for (size_t i = 0; i < run->subjects.count; i++)
		if (b[i].first)
			left += rounds_left_ns(run, &b[i], i, rounds_even(run, &b[i], i));
	return left;
}

bool rounds_are_useless(const struct run *run, size_t subject)
{
	for (size_t b = 0; b < run->builds.count; b++)
		if (run->subjects.items[subject].builds[b].path &&
			!run->summary.items[run_item_of(run, subject, b)].launches)
			return run->phase.interims[subject].rounds >= ROUNDS_TRIAL ||
			       accounts_hang(run, subject);
	return false;
}

uint32_t rounds_last(const struct run_settings *s, const struct adaptive_benchmark *b,
	bool brief, uint8_t stage)
{
	uint32_t times = brief ? ADAPTIVE_BRIEF_TIMES : 1;

	/* A budget is for use. */
	if (!stage && !s->ends_early)
		return brief || s->budget_ns ? ADAPTIVE_MOST : ADAPTIVE_LAST;
	return times * (!stage && adaptive_rounds_needed(b) > times * ADAPTIVE_REACH
				       ? s->rounds
				       : ADAPTIVE_REACH);
}

double rounds_narrow(const struct run *run, size_t subject, uint8_t stage)
{
	if (stage || (run->settings.ends_early && run->settings.part.changed))
		return SMOKE_NARROW;
	return run->kind->narrow ? run->kind->narrow(run, subject) : 1;
}

/* Where nothing could be compared yet, more launches may be fine. */
static double half_width(const struct run *run, size_t subject)
{
	double width = run->phase.interims[subject].half_width;

	for (size_t b = 0; isnan(width) && b < run->builds.count; b++)
		if (!run->summary.items[run_item_of(run, subject, b)].launches)
			return NAN;
	return isnan(width) ? INFINITY : width;
}

/* Controls get no more rounds than their own: none after the first ones of two stages. */
static void limit_control(
	const struct run *run, struct adaptive_benchmark *b, size_t subject, uint8_t stage)
{
	uint32_t rounds = stage ? 0 : run->changed.control_rounds;

	if (run->subjects.items[subject].role != ROLE_CONTROL)
		return;
	b->first = b->first < rounds ? b->first : rounds;
	b->last = b->last < rounds ? b->last : rounds;
	b->unreachable |= ledger_is_spent(&run->ledger, subject);
}

void rounds_of(const struct run *run, uint8_t stage, struct adaptive_benchmark *b)
{
	for (size_t i = 0; i < run->subjects.count; i++) {
		const struct interim *interim = &run->phase.interims[i];

		b[i] = (struct adaptive_benchmark){
			.first = stage ? rounds_first(run->settings.rounds) : ADAPTIVE_FIRST,
			.rounds = interim->rounds,
			.half_width = half_width(run, i),
			.threshold = interim->threshold * rounds_narrow(run, i, stage),
			.slot_ns = ledger_slot_ns(&run->ledger, i),
			.unreachable = rounds_are_useless(run, i) || run->ledger.of[i].deferred
		};
		b[i].last = rounds_last(&run->settings, &b[i], run->ledger.of[i].brief, stage);
		limit_control(run, &b[i], i, stage);
	}
}
