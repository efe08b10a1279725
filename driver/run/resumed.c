/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/run/resumed.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "compare/base/table.h"
#include "compare/formats/read.h"
#include "driver/run/forecast.h"
#include "driver/run/log.h"
#include "driver/run/logs.h"
#include "driver/run/run.h"

/* All logs of a run of several builds have the same session. */
static int check_session(struct run *run, const struct log *log, struct err *e)
{
	const char *session = log_meta(log, "session") ?: "";

	if (run->builds.count > 1 && !*session)
		return bd_err(e, "%s has no session, so it is not of a paired run", log->path);
	if (!run->logs.session)
		run->logs.session = memory_text(session);
	if (strcmp(run->logs.session, session) != 0)
		return bd_err(e, "%s is of another run than the logs beside it", log->path);
	return 0;
}

/* 1: the log has its end. */
static int check_log(struct run *run, const struct build *build, struct err *e)
{
	AUTO(log_release) struct log log = { 0 };
	int rc = log_read(&log, run_log_now(build), LOG_KEEP_SUMMARIES, e);

	if (!rc)
		rc = check_session(run, &log, e);
	if (!rc)
		rc = run_log_check_suites(build, &log, e);
	if (!rc && log.complete)
		rc = 1;
	if (rc >= 0)
		run_clock_resume(&run->clock, &log);
	return rc;
}

/* Was the run killed while the logs were made? */
static int check_begun(const char *path, const struct build *build, struct err *e)
{
	const char *log = run_log_now(build);

	if (log == build->part ? log_writer_unbegun(log) : access(log, F_OK) != 0)
		return bd_err(e,
			"%s was interrupted before anything was measured: start it again as "
			"you did, with --force",
			path);
	return 0;
}

enum resumed_code run_resumed_open(struct run *run, struct err *e)
{
	int ended[MEASURE_BUILDS_MAX] = { 0 };

	for (size_t i = 0; i < run->builds.count; i++)
		if (check_begun(run->logs.path, &run->builds.items[i], e))
			return RESUMED_UNFIT;
	for (size_t i = 0; i < run->builds.count; i++) {
		ended[i] = check_log(run, &run->builds.items[i], e);
		if (ended[i] < 0)
			return RESUMED_UNFIT;
		/* The first end was written after the last launch. */
		run->logs.complete |= ended[i] > 0;
	}
	for (size_t i = 0; i < run->builds.count; i++) {
		struct build *build = &run->builds.items[i];

		if (!ended[i] && log_writer_resume(&build->writer, build->part, e))
			return RESUMED_UNWRITABLE;
	}
	return RESUMED_FINE;
}

/* Of the launches that the logs have: of each subject, build by build, in their order. */
static void each_launch(struct run *run, struct log *logs,
	void (*take)(struct run *run, size_t subject, size_t build, const struct launch *launch,
		void *ctx),
	void *ctx)
{
	for (size_t s = 0; s < run->subjects.count; s++)
		for (size_t b = 0; b < run->builds.count; b++) {
			const struct log_benchmark *found =
				run_logs_find(&run->builds, logs, &run->subjects.items[s], b);

			for (size_t k = 0; found && k < found->launch_count; k++)
				take(run, s, b, &found->launches[k], ctx);
		}
}

static void take_launch(
	struct run *run, size_t s, size_t build, const struct launch *launch, void *ctx)
{
	(void)ctx;
	struct subject *subject = &run->subjects.items[s];
	const struct evidence *e = launch->evidence;
	bool ok = launch->status == OUTCOME_OK;
	double took = RUN_EXTRA_NS;

	run_summary_add(&run->summary, run_item_of(run, s, build), launch, e->detail, NULL);
	/* After one that failed in turns all are alone. */
	subject->no_turns |=
		ok ? e->turn.length_ns < 0 && !subject->group : e->turn.length_ns > 0;
	if (!ok || launch->iterations <= 0)
		return;
	forecast_note(&run->phase.changes[s], run->builds.count, build, launch);
	/* A costly one has one sample: a trial is to find that again. */
	subject->tried |= launch->sample_count > 1 || !subject->builds[build].adapter->batches;
	subject->iterations = subject->tried ? launch->iterations : 0;
	subject->time =
		e->turn.settle_ns == 0 && subject->time != TIME_WALL ? TIME_CPU : TIME_WALL;
	/* It had left the launches of several. */
	if (e->turn.settle_ns == 0)
		subject->group = 0;
	if (subject->time == TIME_WALL && e->turn.length_ns > 0)
		subject->length = (struct turn_length){ e->turn.length_ns, e->turn.settle_ns };
	took += fmax(e->wall_ns > 0 ? e->wall_ns : e->cpu_ns, 0);
	took += e->setup_ns > 0 ? e->setup_ns : 0;
	ledger_learn(&run->ledger, s, took);
	ledger_know(&run->ledger, s);
}

void run_resumed_take(struct run *run, struct log *logs)
{
	each_launch(run, logs, take_launch, NULL);
}

static void count_attempt(
	struct run *run, size_t s, size_t build, const struct launch *launch, void *index)
{
	const size_t *slot = plan_index_find(index, s, launch);
	struct plan_slot *at = slot ? &run->phase.plan.slots[*slot] : NULL;
	uint8_t bit = (uint8_t)(1U << build);
	bool ended = launch->status == OUTCOME_OK || launch->status == OUTCOME_SKIPPED ||
		     (launch->status == OUTCOME_TIMEOUT && run->settings.timeout_guessed);

	if (!at)
		return;
	*(ended ? &at->ended : &at->failed) |= plan_attempt_bit(launch->attempt);
	if (launch->attempt < at->attempts)
		return;
	at->in_logs = launch->attempt > at->attempts ? bit : at->in_logs | bit;
	at->attempts = launch->attempt;
}

static void judge_launch(
	struct run *run, size_t subject, size_t build, const struct launch *launch, void *index)
{
	const size_t *slot = plan_index_find(index, subject, launch);
	struct repeat_slot repeat = { .slot = SIZE_MAX,
		.subject = subject,
		.build = (unsigned)build,
		.worker = (unsigned)launch->evidence->worker,
		.attempt = launch->attempt };

	/* One that is not done is measured anyway. */
	if (slot && run->phase.plan.slots[*slot].done)
		repeat.slot = *slot;
	repeat_policy_resume(run->policy, &repeat, launch, launch->evidence);
}

void run_resumed_mark(struct run *run, struct log *logs, bool repeats)
{
	struct plan *plan = &run->phase.plan;
	AUTO_TABLE struct table *index = plan_index_new(plan);

	each_launch(run, logs, count_attempt, index);
	for (size_t i = 0; i < plan->slot_count; i++) {
		struct plan_slot *slot = &plan->slots[i];
		const struct subject *subject = &run->subjects.items[slot->benchmark];

		slot->done = slot->ended & ~slot->failed ||
			     __builtin_popcount(slot->failed) > subject->settings->retries;
		for (size_t b = 0; b < run->builds.count; b++)
			slot->done &= !subject->builds[b].path || slot->in_logs >> b & 1;
	}
	if (repeats && run->policy)
		each_launch(run, logs, judge_launch, index);
}
