/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/run/rounds.h"

#include <math.h>

#include "driver/plan/brief.h"
#include "driver/plan/smoke.h"
#include "driver/run/changed.h"
#include "driver/run/interim.h"
#include "driver/run/run.h"
#include "harness/base/clock.h"

uint32_t rounds_first(const struct run *run)
{
	uint32_t rounds = run->settings.rounds;

	return rounds < ADAPTIVE_FIRST ? rounds : ADAPTIVE_FIRST;
}

double rounds_brief_saves_ns(const struct run *run, size_t subject)
{
	int64_t turn_ns = run->subjects[subject].length.slice_ns;
	double whole_ns =
		fmax((double)run->settings.launch_time_ns, (double)(TURNS_LEAST * turn_ns));

	return turn_ns ? run->ledger.of[subject].builds *
				 (whole_ns - (double)(brief_turns(turn_ns) * turn_ns))
		       : 0;
}

double rounds_left_ns(const struct run *run, const struct adaptive_benchmark *b, size_t subject,
	double rounds)
{
	double more_ns = run->phase.brief && run->phase.brief[subject]
				 ? rounds_brief_saves_ns(run, subject)
				 : 0;

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

double rounds_pool_ns(const struct run *run, const struct adaptive_benchmark *b)
{
	double left = 0;

	for (size_t i = 0; i < run->subject_count; i++) {
		double rounds = run->settings.rounds;

		if (run->settings.stage2_rounds)
			rounds = smoke_rounds(
				run->settings.rounds, b[i].slot_ns, run->ledger.of[i].usual_ns);
		if (b[i].first)
			left += rounds_left_ns(run, &b[i], i, rounds);
	}
	return left;
}

bool rounds_are_useless(const struct run *run, size_t subject)
{
	for (size_t b = 0; b < run->builds.count; b++)
		if (run->subjects[subject].builds[b].path &&
			!run->summary.items[run_item_of(run, subject, b)].launches)
			return run->phase.interims[subject].rounds >= ROUNDS_TRIAL;
	return false;
}

uint32_t rounds_last(
	const struct run *run, const struct adaptive_benchmark *b, bool brief, uint8_t stage)
{
	uint32_t times = brief ? ADAPTIVE_BRIEF_TIMES : 1;

	if (!stage && !run->settings.ends_early)
		return brief ? ADAPTIVE_MOST : ADAPTIVE_LAST;
	return times * (!stage && adaptive_rounds_needed(b) > times * ADAPTIVE_REACH
				       ? run->settings.rounds
				       : ADAPTIVE_REACH);
}

double rounds_narrow(const struct run *run, size_t subject, uint8_t stage)
{
	return stage ? SMOKE_NARROW : run->kind->narrow ? run->kind->narrow(run, subject) : 1;
}

void rounds_of(const struct run *run, uint8_t stage, struct adaptive_benchmark *b)
{
	for (size_t i = 0; i < run->subject_count; i++) {
		const struct interim *interim = &run->phase.interims[i];

		b[i] = (struct adaptive_benchmark){
			.first = !stage                       ? ADAPTIVE_FIRST
				 : changed_is_control(run, i) ? 0
							      : rounds_first(run),
			.rounds = interim->rounds,
			.half_width = interim->half_width,
			.threshold = interim->threshold * rounds_narrow(run, i, stage),
			.slot_ns = ledger_slot_ns(&run->ledger, i),
			.unreachable = rounds_are_useless(run, i) || run->ledger.of[i].deferred
		};
		b[i].last =
			rounds_last(run, &b[i], run->phase.brief && run->phase.brief[i], stage);
	}
}
