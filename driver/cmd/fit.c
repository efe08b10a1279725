/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "compare/base/memory.h"
#include "driver/base/message.h"
#include "driver/cli/command.h"
#include "driver/logs/show.h"
#include "driver/request/targets.h"
#include "driver/run/console.h"
#include "driver/run/report.h"
#include "driver/run/steps.h"

#define ROUNDS         5
#define LAUNCH_TIME_NS 200000000
/* The longest sample takes this part of the launch time, so that the line has many of them. */
#define LONGEST      0.01
#define COUNTS_LEAST 3
#define COUNTS_MOST  40
#define SAMPLES      40
#define OVERHEAD_NS  4e6 /* of a launch, for the estimate */

struct fit_args {
	struct run_settings run;
	struct string_list predictors;
};

struct fit {
	struct fit_args *args;
	struct run run;
	unsigned steps;   /* planned so far */
	unsigned *counts; /* of each subject: 1, 2, 4 ... so many; 0: it is not measured */
};

/* A launch of each that tells what an iteration takes. */
static void plan_trials(struct run *run)
{
	for (size_t i = 0; i < run->subjects.count; i++) {
		plan_add_slot(&run->phase.plan, &(struct plan_slot){ .benchmark = (uint32_t)i,
							.round = 1,
							.samples = COUNTS_LEAST });
		ledger_expect(&run->ledger, i, OVERHEAD_NS);
	}
}

/* The launches of 2^k iterations of a round. */
static void plan_count(struct fit *fit, const bool *serial, uint32_t round, unsigned k)
{
	struct run *run = &fit->run;
	struct plan *plan = &run->phase.plan;
	AUTO_FREE uint32_t *last = memory_zeroed(run->subjects.count, sizeof(*last));
	size_t before = plan->slot_count;

	for (size_t i = 0; i < run->subjects.count; i++)
		last[i] = k < fit->counts[i] ? round : 0;
	plan_add_rounds(plan, &(struct plan_options){ .benchmark_count = run->subjects.count,
				      .serial = serial,
				      .first_round = round,
				      .rounds = 1,
				      .last_rounds = last,
				      .iterations = (int64_t)1 << k });
	for (size_t i = before; i < plan->slot_count; i++) {
		struct plan_slot *slot = &plan->slots[i];

		slot->samples = SAMPLES;
		slot->launch_time_ns =
			run->settings.launch_time_ns / fit->counts[slot->benchmark];
		ledger_expect(&run->ledger, slot->benchmark,
			OVERHEAD_NS + (double)slot->launch_time_ns);
	}
}

static void plan_rounds(struct fit *fit)
{
	struct run *run = &fit->run;
	AUTO_FREE bool *serial = memory_zeroed(run->subjects.count, sizeof(*serial));

	for (size_t i = 0; i < run->subjects.count; i++)
		serial[i] = run->subjects.items[i].alone;
	for (uint32_t round = 1; round <= run->settings.rounds; round++)
		for (unsigned k = 0; k < COUNTS_MOST; k++)
			plan_count(fit, serial, round, k);
}

static int plan(struct run *run, struct err *e)
{
	struct fit *fit = run->ctx;

	(void)e;
	plan_clear(&run->phase.plan);
	run->phase.workers = run->cpus.workers;
	if (fit->steps == 0)
		plan_trials(run);
	else if (fit->steps == 1)
		plan_rounds(fit);
	if (run->phase.plan.slot_count)
		console_begin_phase(run, fit->steps ? "Measuring" : "Calibrating",
			run->phase.plan.slot_count);
	fit->steps++;
	return run->phase.plan.slot_count > 0;
}

/* Of the trials only failures are kept. */
static bool is_written(struct run *run, const struct log_row *row)
{
	const struct fit *fit = run->ctx;

	return fit->steps > 1 || row->launch.status != OUTCOME_OK;
}

static unsigned counts_for(const struct run *run, double iteration_ns)
{
	unsigned k = COUNTS_LEAST;

	while (k < COUNTS_MOST && iteration_ns * (double)((int64_t)1 << k) <=
					  LONGEST * (double)run->settings.launch_time_ns)
		k++;
	return k;
}

static void on_launch_ended(struct run *run, const struct measure_event *event)
{
	struct fit *fit = run->ctx;

	if (fit->steps == 1 && event->row->launch.status == OUTCOME_OK)
		fit->counts[event->subject] = counts_for(run, event->row->launch.time.min);
}

static void put_metadata(struct run *run, struct build *build)
{
	(void)run;
	log_writer_put(&build->writer, "method", "fit");
}

static const struct run_kind fit_kind = { .ending = "-fit.log",
	.read_with = "show --fit",
	.plan = plan,
	.writes = is_written,
	.ended = on_launch_ended,
	.metadata = put_metadata };

/* Leaves out suites that take no number of iterations; -1 where no other is selected. */
static int leave_out(struct run *run, struct err *e)
{
	struct suites *suites = &run->builds.items[0].suites;
	size_t taken = 0, left_out = 0;

	for (size_t i = 0; i < suites->count; i++) {
		struct suite *suite = &suites->items[i];
		bool takes = suite->counts == COUNTS_ANY;
		size_t selected = 0;

		for (size_t k = 0; k < suite->benchmark_count; k++) {
			selected += suite->benchmarks[k].selected;
			suite->benchmarks[k].selected &= takes;
		}
		if (selected && !takes)
			message_warning("suite %s is left out: it cannot be told how many "
					"iterations to run",
				suite->name);
		*(takes ? &taken : &left_out) += selected;
	}
	return left_out && !taken
		       ? bd_err(e, "no suite is left that can be told how many iterations "
				   "to run; in a command, {n} is that number")
		       : 0;
}

static int prepare(struct fit *fit, char **words, int count, struct err *e)
{
	struct run_settings *given = &fit->args->run;
	struct run *run = &fit->run;

	if (given->rounds < 0)
		given->rounds = ROUNDS;
	if (given->launch_time_ns < 0)
		given->launch_time_ns = LAUNCH_TIME_NS;
	given->builds.each = true;
	run_clock_begin(&run->clock);
	if (show_check_predictors(&fit->args->predictors, e) ||
		targets_read(&run->config, &run->builds, given, words, &count, e) ||
		run_find(run, &given->shared, words, count, e) || leave_out(run, e) ||
		run_settings_one(&run->settings, given, &run->config, e) ||
		run_prepare(run, NULL, e))
		return -1;
	fit->counts = memory_zeroed(run->subjects.count, sizeof(*fit->counts));
	return 0;
}

static int measure(struct run *run, const struct fit_args *args)
{
	struct show_job job = {
		.shared = args->run.shared, .fit = true, .predictors = args->predictors
	};
	int code = run_measure(run), shown;

	if (!code)
		code = run_finish(run);
	if (code)
		return code;
	shown = show_log(&job, run->logs.path);
	code = run_report_failures(run, stderr);
	if (!args->run.shared.quiet)
		message_line(stderr, "Log: %s", run->logs.path);
	run_report_left_out(&run->builds.left_out, stderr);
	return shown ? shown : code;
}

static int fit_run(void *given, char **words, int count)
{
	struct fit fit = { .args = given, .run = { .kind = &fit_kind, .ctx = &fit } };
	struct err e;
	int code;

	code = prepare(&fit, words, count, &e)
		       ? message_error(run_unfound_code(&fit.run.builds), "%s", e.text)
		       : measure(&fit.run, fit.args);
	run_release(&fit.run);
	free(fit.counts);
	return code;
}

#define MEMBER(name) offsetof(struct fit_args, name)
static const struct option_def options[] = {
	{ "output", 'o', OPTION_TEXT, MEMBER(run.log.output), 0, "LOG",
		"log to create (default: named by time)" },
	{ "force", 0, OPTION_FLAG, MEMBER(run.log.force), 0, NULL, "replace an existing log" },
	{ "rounds", 'r', OPTION_COUNT, MEMBER(run.rounds), 1, "N",
		"rounds, each with launches of all these numbers (default: 5)" },
	{ "launch-time", 0, OPTION_DURATION, MEMBER(run.launch_time_ns), 1, "DURATION",
		"time of the launches of a benchmark in a round (default: 200ms)" },
	{ "predictors", 0, OPTION_LIST, MEMBER(predictors), 0, "LIST",
		"fit these costs as well (separated by commas): minor_faults, major_faults, "
		"voluntary_switches, involuntary_switches, allocations" },
	{ 0 },
};

const struct command command_fit = {
	.summary = "separate the time of an iteration from constant costs",
	.arguments = TARGETS,
	.details = "Measures launches of 1, 2, 4, 8 ... iterations a sample, and fits a line "
		   "to the samples (as Core_bench does). Its slope is the time of an "
		   "iteration, its intercept what a sample costs once. The intervals are 95 % "
		   "bootstrap intervals over rounds. R^2 below 0.99 is a warning: the time "
		   "does not follow the iterations. bdriver show --fit prints the log again.",
	.max_arguments = -1,
	.options =
		&(const struct option_set){
			.name = "fit",
			.shared = SHARED_CONFIG | SHARED_SELECT | SHARED_MEASURE,
			.formats = CELLS_FORMATS,
			.own = options,
			.size = sizeof(struct fit_args),
		},
	.run = fit_run,
};
