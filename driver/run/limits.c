/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/run/limits.h"

#include <math.h>

#include "compare/base/memory.h"
#include "compare/stats/quantile.h"
#include "driver/run/changed.h"
#include "driver/run/run.h"
#include "driver/run/slot_time.h"
#include "harness/base/clock.h"

/* A control is one of many: all its rounds may take so many times what is usual. A busy machine
 * makes them several times as long. */
#define CONTROL_TIMES 6
/* Before a budget is divided, trial rounds show what a launch costs. It may take this part of
 * its benchmark's even share there, so that those which prepare for long do not use it up ...
 */
#define TRIAL_SHARE 0.5
/* ... and this many times what is usual for a slot: machines are busy. */
#define TRIAL_TIMES 4

/* In the first phase of a smoke run, launches are long that take so many times the median of
 * the benchmarks that were met so far, if these are many enough. */
#define LONG_TIMES    20
#define LONG_LEAST_NS 2.5e8
#define MET_LEAST     10
/* One that takes so long, beside the start of its program, is ended: it would reach its time
 * limit again and again. */
#define LONG_MOST_NS 5e9

static double control_ns(const struct run *run, size_t subject)
{
	return changed_is_control(run, subject) ? CONTROL_TIMES * run->changed.control_rounds *
							  slot_time_usual_ns(run, subject)
						: 0;
}

bool limits_are_of_trial(const struct run *run)
{
	return run->settings.budget_ns && run->settings.adaptive && run->phase.number < 2;
}

static double first_ns(const struct run *run, size_t subject)
{
	double share = TRIAL_SHARE * (double)run->settings.budget_ns * run->cpus.workers;

	if (run->settings.stage2_rounds)
		return LONG_MOST_NS + 2 * run->subjects[subject].builds[0].start_ns;
	return limits_are_of_trial(run)
		       ? fmax(share / (double)run->subject_count,
				 TRIAL_TIMES * slot_time_usual_ns(run, subject))
		       : 0;
}

static const struct launch_limit {
	/* What one launch may take; 0: this limit does not concern the subject. */
	double (*most_ns)(const struct run *run, size_t subject);
	/* All its launches may take no more either: then it has no more rounds. Else it is
	 * deferred: it has rounds if the others leave time. */
	bool in_all;
} limits[] = { { control_ns, true }, { first_ns, false } };

static void set(struct run *run, size_t subject, double ns, bool in_all)
{
	run->subjects[subject].most_ns = (int64_t)ns;
	run->ledger.of[subject].limit_ns = ns;
	run->ledger.of[subject].in_all = in_all;
}

void limits_begin(struct run *run)
{
	for (size_t i = 0; i < run->subject_count; i++)
		for (size_t k = ARRAY_SIZE(limits); k-- > 0;) {
			double ns = limits[k].most_ns(run, i);

			if (ns > 0)
				set(run, i, ns, limits[k].in_all);
		}
}

void limits_end_trial(struct run *run)
{
	for (size_t i = 0; i < run->subject_count; i++)
		if (!run->ledger.of[i].in_all)
			set(run, i, 0, false);
}

bool limits_are_spent(const struct run *run, size_t subject)
{
	const struct ledger_entry *entry = &run->ledger.of[subject];

	return entry->in_all && entry->spent_ns > 0 &&
	       entry->spent_ns + slot_time_ns(run, subject) > entry->limit_ns;
}

double limits_left_ns(const struct run *run, size_t subject)
{
	const struct ledger_entry *entry = &run->ledger.of[subject];

	return entry->in_all ? fmax(0, entry->limit_ns - entry->spent_ns) : INFINITY;
}

static double median_launch_ns(const struct ledger *ledger)
{
	AUTO_FREE double *all = memory_zeroed(ledger->count + 1, sizeof(*all));
	size_t n = 0;

	for (size_t i = 0; i < ledger->count; i++)
		if (ledger->of[i].met)
			all[n++] = ledger->of[i].expected_ns;
	return n < MET_LEAST ? INFINITY : quantile_median_of(all, n);
}

static bool defers_long(const struct run *run)
{
	return run->settings.stage2_rounds && run->phase.number == 1;
}

static bool is_long(const struct run *run, size_t subject)
{
	double launch_ns = run->ledger.of[subject].expected_ns;

	return defers_long(run) && run->ledger.of[subject].left && launch_ns > LONG_LEAST_NS &&
	       launch_ns > LONG_TIMES * median_launch_ns(&run->ledger);
}

static void defer(struct run *run, size_t subject)
{
	run->phase.deferred_count += !run->ledger.of[subject].deferred;
	run->ledger.of[subject].deferred = true;
	run->progress.total -= ledger_drop_all(&run->ledger, subject);
}

bool limits_let_begin(const struct run *run, size_t subject)
{
	bool is_deferred = run->ledger.of[subject].deferred &&
			   (limits_are_of_trial(run) || defers_long(run));

	return !limits_are_spent(run, subject) && !is_deferred && slot_has_time(run, subject);
}

void limits_spend(struct run *run, size_t subject)
{
	if (is_long(run, subject))
		defer(run, subject);
	if (!run->ledger.of[subject].left || !limits_are_spent(run, subject))
		return;
	run->changed.controls_ended++;
	run->progress.total -= ledger_drop_all(&run->ledger, subject);
}

bool limits_cut(struct run *run, size_t subject)
{
	struct ledger_entry *entry = &run->ledger.of[subject];
	bool is_over = run->clock.end_ns && bd_clock_ns() >= run->clock.end_ns;

	if (entry->in_all) {
		entry->spent_ns = INFINITY;
		limits_spend(run, subject);
	} else if (entry->limit_ns > 0 && !is_over) {
		ledger_learn(&run->ledger, subject, entry->limit_ns);
		defer(run, subject);
	} else {
		return false;
	}
	return true;
}
