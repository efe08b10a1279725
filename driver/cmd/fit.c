/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/base/message.h"
#include "driver/cli/command.h"
#include "driver/config/read.h"
#include "driver/logs/show.h"
#include "driver/run/phase.h"
#include "driver/run/report.h"
#include "driver/run/run.h"

#define ROUNDS         5
#define ROUNDS_MAX     65535
#define LAUNCH_TIME_NS 200000000

struct fit_args {
	struct shared_options shared;
	const char *output;
	bool force;
	int64_t rounds, launch_time_ns;
	struct string_list predictors;
};

static int plan(struct run *run, struct err *e)
{
	int rc = run_phase_plan(run, e);

	for (size_t i = 0; rc > 0 && i < run->phase.plan.slot_count; i++)
		run->phase.plan.slots[i].regress = true;
	return rc;
}

static int put_metadata(struct run *run, struct build *build, struct err *e)
{
	(void)run;
	build->writer.extra = LOG_BATCHES;
	return log_writer_meta(&build->writer, "method", "fit", e);
}

static const struct run_kind fit_kind = {
	.ending = "-fit.log", .read_with = "show --fit", .plan = plan, .metadata = put_metadata
};

/* Leaves out suites that cannot time batches; -1 where no other is selected. */
static int leave_out(struct run *run, struct err *e)
{
	struct suites *suites = &run->builds.items[0].suites;
	const char *refused = NULL;
	size_t left = 0;

	for (size_t i = 0; i < suites->count; i++) {
		struct suite *suite = &suites->items[i];
		size_t selected = 0;

		for (size_t k = 0; k < suite->benchmark_count; k++) {
			selected += suite->benchmarks[k].selected;
			suite->benchmarks[k].selected &= suite->regress;
		}
		left += suite->regress ? selected : 0;
		if (!selected || suite->regress)
			continue;
		refused = suite->name;
		message_warning("suite %s is left out: its list does not say that it knows "
				"--regress",
			suite->name);
	}
	return left || !refused ? 0
				: bd_err(e, "no suite that knows --regress is left; build them "
					    "with the harness of this bdriver");
}

static int prepare(
	struct run *run, const struct fit_args *args, char **words, int count, struct err *e)
{
	struct run_settings *s = &run->settings;

	run_clock_begin(&run->clock);
	builds_name_one(&run->builds);
	if (show_check_predictors(&args->predictors, e))
		return -1;
	if (args->rounds > ROUNDS_MAX)
		return bd_err(e, "--rounds: %lld are too many: at most %d",
			(long long)args->rounds, ROUNDS_MAX);
	if (config_read(&run->config, args->shared.config, e) ||
		config_add_commands(&run->config, &args->shared.commands, e) ||
		run_find(run, &args->shared, words, count, e) || leave_out(run, e) ||
		run_settings_shared(s, &args->shared, &run->config, e))
		return -1;
	s->output = args->output;
	s->force = s->replaces = args->force;
	s->rounds = args->rounds > 0 ? (uint32_t)args->rounds : ROUNDS;
	s->launch_time_ns = args->launch_time_ns > 0 ? args->launch_time_ns : LAUNCH_TIME_NS;
	return run_prepare(run, NULL, e);
}

static int measure(struct run *run, const struct fit_args *args)
{
	struct show_job job = {
		.shared = &args->shared, .part = SHOW_REGRESS, .predictors = &args->predictors
	};
	int code = run_measure(run), shown;

	if (!code)
		code = run_finish(run);
	if (code)
		return code;
	shown = show_log(&job, run->logs.path);
	code = run_report_failures(run, stderr);
	if (!args->shared.quiet)
		message_line(stderr, "Log: %s", run->logs.path);
	run_report_left_out(run, stderr);
	return shown ? shown : code;
}

static int fit_run(void *given, char **words, int count)
{
	const struct fit_args *args = given;
	struct run run = { .kind = &fit_kind };
	struct err e;
	int code;

	if (prepare(&run, args, words, count, &e))
		code = message_error(run_unfound_code(&run), "%s", e.text);
	else
		code = measure(&run, args);
	run_release(&run);
	return code;
}

#define MEMBER(name) offsetof(struct fit_args, name)
static const struct option_def options[] = {
	{ "output", 'o', OPTION_TEXT, MEMBER(output), 0, "LOG",
		"log to create (default: named by time)" },
	{ "force", 0, OPTION_FLAG, MEMBER(force), 0, NULL, "replace an existing log" },
	{ "rounds", 'r', OPTION_COUNT, MEMBER(rounds), 1, "N",
		"launches of each benchmark (default: 5)" },
	{ "launch-time", 0, OPTION_DURATION, MEMBER(launch_time_ns), 1, "DURATION",
		"time that a launch spends on batches (default: 200ms)" },
	{ "predictors", 0, OPTION_LIST, MEMBER(predictors), 0, "LIST",
		"fit these costs as well (separated by commas): minor_faults, major_faults, "
		"voluntary_switches, involuntary_switches, allocations" },
	{ 0 },
};

const struct command command_fit = {
	.summary = "separate the time of an iteration from constant costs",
	.arguments = "[BENCH...]",
	.details = "Times batches of 0, 1, 2, 3 ... iterations, each 1 % larger than the one "
		   "before, in several launches, and fits a line to them (as Core_bench "
		   "does). Its slope is the time of an iteration, its intercept what a batch "
		   "costs once. The intervals are 95 % bootstrap intervals over launches. R^2 "
		   "below 0.99 is a warning: the time does not follow the iterations. bdriver "
		   "show --fit prints the log again.",
	.min_arguments = 0,
	.max_arguments = -1,
	.options =
		&(const struct option_set){
			.name = "fit",
			.shared = SHARED_CONFIG | SHARED_SELECT | SHARED_MEASURE,
			.formats = SHOW_FORMATS,
			.own = options,
			.size = sizeof(struct fit_args),
		},
	.run = fit_run,
};
