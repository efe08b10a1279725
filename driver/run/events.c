/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/run/events.h"

#include <math.h>

#include "driver/base/message.h"
#include "driver/run/accounts.h"
#include "driver/run/console.h"
#include "driver/run/forecast.h"
#include "driver/run/run.h"

#define TICK_MS 500
/* Not on a terminal. */
#define PLAIN_TICK_MS 2000

static void on_started(struct run *run, unsigned worker, size_t subject)
{
	progress_started(&run->progress, worker, run->subjects.items[subject].suite,
		run->subjects.items[subject].name);
}

/*
 * A sample of tuned iterations is short: at most 120 us by the oracle (harness/tune.h), or 20
 * steps of the clock, and five fit into a launch. A busy machine does not make that so long.
 */
#define TUNED_SAMPLE_MAX_NS 1e8

/* longest_ns: of the benchmark's launches that ended well; 0: none has. */
static bool is_too_long(int64_t launch_time_ns, const struct launch *launch, double longest_ns)
{
	double most = fmax((double)launch_time_ns / 5, TUNED_SAMPLE_MAX_NS);

	return (launch->status == OUTCOME_TIMEOUT && !(longest_ns > 0)) ||
	       (launch->status == OUTCOME_OK &&
		       launch->time.min * (double)launch->iterations > most);
}

/* Iterations of bdriver.tuned that cannot be the tuner's for this benchmark. */
static void doubt_tuned(struct run *run, const struct measure_event *event)
{
	struct subject *subject = &run->subjects.items[event->subject];
	int64_t remembered = tuned_find(&run->tuned, subject->suite, subject->name);

	if (run->settings.iterations || remembered < 2 || subject->iterations != remembered ||
		event->row->launch.iterations > remembered ||
		!is_too_long(
			run->settings.launch_time_ns, &event->row->launch, subject->longest_ns))
		return;
	tuned_doubt(&run->tuned, subject->suite, subject->name);
	subject->iterations = 0;
	subject->tried = false;
	message_warning("%s: %lld iterations of %s/%s take too long to be the tuner's; it is "
			"tuned again",
		run->tuned.path, (long long)remembered, subject->suite, subject->name);
}

static void sum_up(struct run *run, const struct measure_event *event)
{
	const struct log_row *row = event->row;

	run_summary_add(&run->summary, run_item_of(run, event->subject, event->build),
		&row->launch, row->evidence.detail, event->result);
	if (row->launch.status != OUTCOME_OK && row->launch.status != OUTCOME_SKIPPED)
		error_file_add(&run->errors, row, event->result);
}

static void spend(struct run *run, const struct measure_event *event)
{
	accounts_ended(run, event);
	forecast_note(&run->phase.changes[event->subject], run->builds.count, event->build,
		&event->row->launch);
	run_clock_note(&run->clock, false);
}

/* Each time it takes a minute, so it is named at once. */
static void say_hangs(struct run *run, const struct measure_event *event)
{
	const struct subject *s = &run->subjects.items[event->subject];

	if (event->row->launch.status != OUTCOME_TIMEOUT || s->longest_ns > 0)
		return;
	progress_say(&run->progress, "%s/%s: %s%s.", s->suite,
		run->summary.items[run_item_of(run, event->subject, event->build)].name,
		event->row->evidence.detail,
		accounts_hang(run, event->subject) ? "; it is not launched again"
		: s->settings->timeout_ns > 0
			? ". If it needs longer, raise its `timeout` in the configuration"
			: ". If it needs longer, give --timeout a longer time");
}

static void show(struct run *run, const struct measure_event *event)
{
	console_set_left(run);
	progress_ended(&run->progress, event->worker, event->row, run->ledger.launches_left);
	say_hangs(run, event);
}

/* In this order: what is shown was spent. */
static void on_ended(struct run *run, const struct measure_event *event)
{
	doubt_tuned(run, event);
	sum_up(run, event);
	spend(run, event);
	show(run, event);
	if (run->kind->ended)
		run->kind->ended(run, event);
}

static void on_cut(struct run *run, size_t subject)
{
	const struct subject *s = &run->subjects.items[subject];

	if (!accounts_cut(run, subject))
		progress_say(&run->progress,
			"%s/%s still ran when the budget was over, and was ended: no result.",
			s->suite, s->name);
}

static void on_tick(struct run *run)
{
	console_set_left(run);
	progress_tick(&run->progress);
}

static void on_stopping(struct run *run, bool again)
{
	progress_say(&run->progress, "%s",
		again ? "Stopping now."
		      : "Finishing the launches that run; once more to stop at once.");
}

static unsigned tick_ms(enum progress_kind kind)
{
	if (kind == PROGRESS_BAR)
		return TICK_MS;
	return kind == PROGRESS_NOW_AND_THEN ? PLAIN_TICK_MS : 0;
}

struct measure_options run_events_options(struct run *run)
{
	return (struct measure_options){ .workers = run->phase.workers,
		.cpus = run->cpus.cpus,
		.own_cpu = topology_driver_cpu(&run->cpus.topology, run->cpus.workers),
		.host = run->node,
		.tick_ms = tick_ms(run->progress.kind),
		.goes_on = accounts_let_begin,
		.end_ns = run->clock.end_ns,
		.writes = run->kind->writes,
		.cut = on_cut,
		.started = on_started,
		.tried = accounts_tried,
		.ended = on_ended,
		.tick = on_tick,
		.stopping = on_stopping,
		.run = run };
}
