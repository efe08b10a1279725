/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/run/accounts.h"

#include <math.h>

#include "compare/base/memory.h"
#include "driver/run/run.h"
#include "harness/base/clock.h"

/* A control is one of many: all its rounds may take so many times what is usual. A busy machine
 * makes them several times as long. */
#define CONTROL_TIMES 6
/* ... or stops one launch for so long. */
#define CONTROL_LEAST_NS 2e9
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
/* Launches of a benchmark that may reach their time limit before one has ended well. */
#define HANGS_MOST 2

/* Of all builds, as far as the list shows it. */
static double start_ns(const struct subject *s)
{
	double ns = 0;

	for (size_t b = 0; b < MEASURE_BUILDS_MAX; b++)
		ns += s->builds[b].path ? s->builds[b].start_ns : 0;
	return ns;
}

/* Tuning, or the trials of several builds. */
static double trial_ns(const struct run *run, size_t subject)
{
	const struct subject *s = &run->subjects.items[subject];
	unsigned builds = run->ledger.of[subject].builds;
	double ns = 0;

	if (run->builds.count == 1)
		return s->iterations ? 0 : LEDGER_TUNING_NS;
	if (!s->tried && !s->group)
		ns += builds * RUN_EXTRA_NS + run->ledger.of[subject].start_ns;
	if (run->settings.turns.interleave && builds == 2 && !s->length.slice_ns)
		ns += builds * ((double)SETTLE_LAUNCH_NS + RUN_EXTRA_NS);
	return ns;
}

/* What trials, groups that break, and tuning change. */
static void refresh(struct run *run, size_t subject)
{
	const struct subject *s = &run->subjects.items[subject];
	struct ledger_entry *entry = &run->ledger.of[subject];

	entry->sharing = s->group;
	entry->untried = run->builds.count > 1 ? !s->tried : !s->iterations;
	entry->trial_ns = trial_ns(run, subject);
}

static double control_ns(const struct run *run, size_t subject)
{
	return run->subjects.items[subject].role == ROLE_CONTROL
		       ? fmax(CONTROL_LEAST_NS, CONTROL_TIMES * run->changed.control_rounds *
							run->ledger.of[subject].usual_ns)
		       : 0;
}

bool accounts_are_of_trial(const struct run_settings *settings, unsigned phase)
{
	return settings->budget_ns && settings->adaptive && phase < 2;
}

static double first_ns(const struct run *run, size_t subject)
{
	double share = TRIAL_SHARE * (double)run->settings.budget_ns * run->cpus.workers;

	if (run->settings.stage2_rounds)
		return LONG_MOST_NS + 2 * run->subjects.items[subject].builds[0].start_ns;
	return accounts_are_of_trial(&run->settings, run->phase.number)
		       ? fmax(share / (double)run->subjects.count,
				 TRIAL_TIMES * run->ledger.of[subject].usual_ns)
		       : 0;
}

static const struct launch_limit {
	/* What one launch may take; 0: this limit does not concern the subject. */
	double (*most_ns)(const struct run *run, size_t subject);
	/* All its launches may take no more either: then it has no more rounds. Else it is
	 * deferred: it has rounds if the others leave time. */
	bool in_all;
} limits[] = { { control_ns, true }, { first_ns, false } };

static void set_limit(
	struct subject *subject, struct ledger_entry *entry, double ns, bool in_all)
{
	subject->most_ns = (int64_t)ns;
	entry->limit_ns = ns;
	entry->in_all = in_all;
}

void accounts_begin(struct run *run)
{
	ledger_init(&run->ledger, run->subjects.count);
	for (size_t i = 0; i < run->subjects.count; i++) {
		struct ledger_entry *entry = &run->ledger.of[i];

		entry->builds = run_builds_of(&run->subjects.items[i]);
		entry->usual_ns = run_usual_ns(run, i);
		entry->start_ns = start_ns(&run->subjects.items[i]);
		for (size_t k = ARRAY_SIZE(limits); k-- > 0;) {
			double ns = limits[k].most_ns(run, i);

			if (ns > 0)
				set_limit(&run->subjects.items[i], entry, ns, limits[k].in_all);
		}
	}
}

void accounts_end_trial(struct run *run)
{
	for (size_t i = 0; i < run->subjects.count; i++)
		if (!run->ledger.of[i].in_all)
			set_limit(&run->subjects.items[i], &run->ledger.of[i], 0, false);
}

size_t accounts_expect(struct run *run)
{
	struct ledger *ledger = &run->ledger;
	size_t launches = 0;

	for (size_t i = 0; i < run->subjects.count; i++) {
		refresh(run, i);
		ledger_drop_all(ledger, i);
		if (!ledger->of[i].met && ledger->of[i].trial_ns > 0)
			ledger_tunes(ledger, i, ledger->of[i].trial_ns);
	}
	for (size_t i = 0; i < run->phase.plan.slot_count; i++) {
		size_t subject = run->phase.plan.slots[i].benchmark;
		unsigned builds = ledger->of[subject].builds;

		if (run->phase.plan.slots[i].done)
			continue;
		for (unsigned b = 0; b < builds; b++)
			ledger_expect(
				ledger, subject, ledger_slot_ns(ledger, subject) / builds);
		launches += builds;
	}
	return launches;
}

static bool defers_long(const struct run_settings *settings, unsigned phase)
{
	return settings->stage2_rounds && phase == 1;
}

static bool is_long(const struct run *run, size_t subject)
{
	const struct ledger_entry *entry = &run->ledger.of[subject];

	return defers_long(&run->settings, run->phase.number) && entry->left &&
	       entry->expected_ns > LONG_LEAST_NS &&
	       entry->expected_ns > LONG_TIMES * ledger_median_ns(&run->ledger, MET_LEAST);
}

static void defer(struct ledger *ledger, size_t subject)
{
	ledger->of[subject].deferred = true;
	ledger_drop_all(ledger, subject);
}

bool accounts_hang(const struct run *run, size_t subject)
{
	int64_t retries = run->subjects.items[subject].settings->retries;
	int64_t left = HANGS_MOST + (retries > 0 ? retries : 0);

	for (size_t b = 0; b < run->builds.count; b++) {
		const struct run_item *item = &run->summary.items[run_item_of(run, subject, b)];

		if (!item->launches && item->status == OUTCOME_TIMEOUT)
			left -= item->failures;
	}
	return left <= 0;
}

bool accounts_let_begin(struct run *run, size_t subject)
{
	const struct ledger *ledger = &run->ledger;
	const struct run_settings *s = &run->settings;
	unsigned phase = run->phase.number;
	bool is_deferred = ledger->of[subject].deferred &&
			   (accounts_are_of_trial(s, phase) || defers_long(s, phase));

	refresh(run, subject);
	return !ledger_is_spent(ledger, subject) && !is_deferred &&
	       !accounts_hang(run, subject) &&
	       run_clock_has_time(&run->clock, ledger_next_slot_ns(ledger, subject));
}

/* Of the time spent so far. */
static void settle(struct run *run, size_t subject)
{
	refresh(run, subject);
	if (is_long(run, subject))
		defer(&run->ledger, subject);
	if (accounts_hang(run, subject))
		ledger_drop_all(&run->ledger, subject);
	if (!run->ledger.of[subject].left || !ledger_is_spent(&run->ledger, subject))
		return;
	run->changed.controls_ended++;
	ledger_drop_all(&run->ledger, subject);
}

void accounts_tried(struct run *run, size_t subject, double took_ns)
{
	ledger_tried(&run->ledger, subject, took_ns);
	settle(run, subject);
}

double accounts_next_ns(const struct log_row *row, double took_ns, bool was_tried)
{
	double rest = RUN_EXTRA_NS;

	if (was_tried || row->evidence.tuned_iterations <= 0 || !(row->evidence.wall_ns > 0))
		return took_ns;
	if (row->evidence.setup_ns > 0)
		rest += (double)row->evidence.setup_ns;
	return fmin(took_ns, (double)row->evidence.wall_ns + rest);
}

void accounts_ended(struct run *run, const struct measure_event *event)
{
	const struct subject *subject = &run->subjects.items[event->subject];
	double took_ns = (double)event->result->wall_ns;
	bool was_tried = subject->builds[event->build].adapter->needs_trial;

	/* Nobody expected one that is made again. */
	if (event->row->launch.attempt > 1)
		ledger_expect(&run->ledger, event->subject,
			run->ledger.of[event->subject].expected_ns);
	ledger_ended(&run->ledger, event->subject, took_ns,
		accounts_next_ns(event->row, took_ns, was_tried));
	settle(run, event->subject);
}

bool accounts_cut(struct run *run, size_t subject)
{
	struct ledger_entry *entry = &run->ledger.of[subject];
	bool is_over = run->clock.end_ns && bd_clock_ns() >= run->clock.end_ns;

	if (entry->in_all) {
		entry->spent_ns = INFINITY;
		settle(run, subject);
	} else if (entry->limit_ns > 0 && !is_over) {
		entry->cut = entry->untried;
		ledger_learn(&run->ledger, subject, entry->limit_ns);
		defer(&run->ledger, subject);
	} else {
		return false;
	}
	ledger_know(&run->ledger, subject);
	return true;
}
