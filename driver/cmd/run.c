/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "compare/print/format.h"
#include "compare/print/layout.h"
#include "driver/base/command_line.h"
#include "driver/base/message.h"
#include "driver/base/path.h"
#include "driver/base/terminal.h"
#include "driver/base/units.h"
#include "driver/cli/command.h"
#include "driver/explain/explain.h"
#include "driver/logs/compare.h"
#include "driver/request/targets.h"
#include "driver/run/changed.h"
#include "driver/run/console.h"
#include "driver/run/log.h"
#include "driver/run/phase.h"
#include "driver/run/repeats.h"
#include "driver/run/report.h"
#include "driver/run/resume.h"
#include "driver/run/steps.h"

/* Exit codes above it are of signals. */
#define SIGNAL_CODE 128

static const struct run_kind kinds[] = {
	{ .ending = ".log", .resume_with = "run", .tunes = true, .plan = run_phase_plan },
	{ .ending = ".log", .resume_with = "calibrate", .tunes = true, .plan = run_phase_plan },
};

/* What only several builds have. */
static int check_several(
	const struct run_settings *o, const struct builds *builds, struct err *e)
{
	return builds->count == 1 && (o->adaptive || o->part.changed || o->turns.asked >= 0 ||
					     o->turns.layout)
		       ? bd_err(e, "--adaptive, --changed, --interleave and --layout are for "
				   "several builds: give --old and --new too")
		       : 0;
}

/* Before any suite of the configuration is executed. */
static int check_config(
	const struct config *config, const struct run_settings *o, struct err *e)
{
	const char *now = config->hash ? config->hash : CONFIG_NONE;

	if (o->log.config_hash && strcmp(o->log.config_hash, now) != 0)
		return bd_err(e, "the configuration has changed since the run was started; "
				 "restore it, or give --trust-log to continue with it");
	return 0;
}

static void say_process_start(const struct run *run)
{
	char text[16];

	if (run->settings.shared.quiet || !(run->process_start_ns > 0))
		return;
	duration_text(run->process_start_ns, text, sizeof(text));
	fprintf(stderr,
		"Starting /bin/true and waiting for its end takes %s here: such a cost is part "
		"of the time of each command.\n",
		text);
}

/* Whoever builds for the first time does not see it in the figures. */
static void warn_unoptimized(const struct builds *builds)
{
	const char *first = NULL;
	size_t count = 0;

	for (size_t b = 0; b < builds->count; b++)
		for (size_t i = 0; i < builds->items[b].suites.count; i++) {
			const struct suite *suite = &builds->items[b].suites.items[i];

			if (suite->optimized != 0)
				continue;
			first = first ? first : suite->path;
			count++;
		}
	if (count)
		message_warning("%s%s built without optimisation: build with the flags that "
				"you ship, e.g. -O2 -DNDEBUG",
			first, count > 1 ? " and other suites are" : " is");
}

static int prepare_run(struct run *run, struct run_settings *o, char **words, int count,
	const struct resume *resume, struct err *e)
{
	run_clock_begin(&run->clock);
	if (o->part.shard && shard_parse(&run->shard, o->part.shard, e))
		return -1;
	if (targets_read(&run->config, &run->builds, o, words, &count, e) ||
		check_several(o, &run->builds, e) || check_config(&run->config, o, e) ||
		run_find(run, &o->shared, words, count, e))
		return -1;
	if (run->shard.empty)
		return 0;
	if (run_settings_make(&run->settings, o, &run->config, (unsigned)run->builds.count, e))
		return -1;
	if (o->explain && run->builds.count != 2)
		return bd_err(e, "--explain is for two builds, --old and --new");
	if (resume && resume->found > run->builds.count)
		return bd_err(e,
			"%s: its folder holds logs of other runs as well; name one, such as "
			"--resume %s",
			resume->source, resume->log);
	if (run_prepare(run, resume ? resume->log : NULL, e))
		return -1;
	warn_unoptimized(&run->builds);
	say_process_start(run);
	changed_print(run);
	run_repeats_init(run);
	return 0;
}

/* With several builds standard output is the table's. */
static int report_left_out(const struct run *run)
{
	run_report_left_out(&run->builds.left_out, run->builds.count > 1 ? stderr : stdout);
	return run->builds.left_out.count ? EXIT_UNMEASURED : EXIT_FINE;
}

/* --explain */
static int explain_run(struct run *run)
{
	const struct build *builds = run->builds.items;
	struct explain_job explain = { .config = &run->config,
		.deadline_ns = run->clock.deadline_ns,
		.quiet = run->settings.shared.quiet };

	putchar('\n');
	return explain_logs(builds[0].log, builds[1].log, &explain);
}

/* Did each of several builds measure something that can be compared? */
static bool has_pairs(const struct run *run)
{
	bool has[MEASURE_BUILDS_MAX] = { false };

	if (run->builds.count < 2 || run->settings.builds.twice ||
		run->settings.builds.commands)
		return false;
	for (size_t i = 0; i < run->summary.count; i++)
		has[i % run->builds.count] |= !run_item_is_empty(&run->summary.items[i]);
	return !memchr(has, false, run->builds.count);
}

/* Of one command and the first one. */
static int keep(const struct comparison *comparison, const struct compare_job *job)
{
	*(struct metric_change *)job->ctx = comparison->rows[0].time;
	return EXIT_FINE;
}

/* The line itself: the text of a build is NAME=LINE. */
static const char *line_of(const struct run *run, size_t b)
{
	return strchr(run->settings.builds.named.items[b], '=') + 1;
}

static void add_row(struct layout *layout, const struct run *run, size_t b,
	const struct metric_change *ratio, double ns)
{
	char time[FORMAT_SIZE], times[FORMAT_SIZE] = "", interval[2 * FORMAT_SIZE] = "";

	if (b && isfinite(ratio->ratio))
		snprintf(times, sizeof(times), "%.3g", ratio->ratio);
	if (b && isfinite(ratio->low)) /* not of one round */
		snprintf(interval, sizeof(interval), "%.3g..%.3g", ratio->low, ratio->high);
	layout_add(layout, STYLE_PLAIN, line_of(run, b));
	layout_add(layout, STYLE_PLAIN, isfinite(ns) ? format_time(time, ns) : "failed");
	layout_add(layout, STYLE_PLAIN, b || !isfinite(ns) ? times : "1");
	layout_add(layout, STYLE_PLAIN, interval);
}

/* The first line: which one takes the least time, as far as that is certain. */
static void print_verdict(const struct run *run, const struct metric_change *ratios)
{
	size_t best = 0, last = run->builds.count - 1;
	AUTO_FREE char *text = NULL;

	for (size_t b = 1; b <= last; b++)
		if (isfinite(ratios[b].ratio) && ratios[b].high < 1 &&
			(!best || ratios[b].ratio < ratios[best].ratio))
			best = b;
	if (!best && last == 1 && ratios[1].low > 1)
		best = 1;
	text = best ? memory_format("`%s` takes %.3g times as long as `%s` (%.3g..%.3g)",
			      line_of(run, best), ratios[best].ratio, line_of(run, 0),
			      ratios[best].low, ratios[best].high)
		    : memory_format(isfinite(ratios[1].old)
					    ? "no command is certainly faster than `%s`"
					    : "`%s` failed, so nothing was compared with it",
			      line_of(run, 0));
	message_line(stdout, "%s", text);
	putchar('\n');
}

/* The end of a run whose builds are command lines: their times, each beside the first one. */
static int print_table(const struct run *run)
{
	static const struct column columns[] = { { "command", ALIGN_LEFT },
		{ "time", ALIGN_RIGHT }, { "times the first", ALIGN_RIGHT },
		{ "95 % interval", ALIGN_RIGHT } };
	struct layout_size size = { (size_t)terminal_width(stdout, 100),
		terminal_color(run->settings.shared.color, stdout) };
	const struct build *builds = run->builds.items;
	AUTO_FREE struct metric_change *ratios =
		memory_zeroed(run->builds.count, sizeof(*ratios));
	AUTO(layout_release) struct layout layout;
	int code = EXIT_FINE;

	for (size_t b = 1; !code && b < run->builds.count; b++) {
		struct compare_job job = compare_job_default(builds[0].log, builds[b].log);

		job.write = keep;
		job.ctx = &ratios[b];
		job.report.fail_on = FAIL_ON_NEVER;
		job.options.judge_same_code = true;
		compare_configure(&job.options, &run->config);
		code = compare_logs(&job);
	}
	layout_init(&layout, columns, ARRAY_SIZE(columns));
	for (size_t b = 0; !code && b < run->builds.count; b++)
		add_row(&layout, run, b, &ratios[b], b ? ratios[b].new : ratios[1].old);
	if (!code)
		print_verdict(run, ratios);
	layout_print(&layout, stdout, &size);
	if (!code && !run->settings.shared.quiet) {
		AUTO_FREE char *folder = path_folder(builds[0].log);

		message_line(stdout, "Logs: %s", folder);
	}
	return code;
}

/* Measures, and says what came of it. A calibration is made before the logs have their names:
 * until then the run can be resumed. */
static int execute_run(struct run *run, bool explains)
{
	int code = run_measure(run), compared = EXIT_FINE, explained = EXIT_FINE;
	struct err e;

	if (code) {
		if (code > SIGNAL_CODE && has_pairs(run))
			run_report_compare(run); /* so far */
		return code;
	}
	if (run->settings.builds.twice && run_report_calibration(run, &e))
		return message_error(
			EXIT_WRITE, "%s; what was measured is in %s", e.text, run->logs.path);
	code = run_finish(run);
	if (code)
		return code;
	code = run_report(run);
	if (run->settings.builds.commands)
		compared = print_table(run);
	else if (!run->settings.builds.twice)
		compared = run_report_compare(run);
	if (explains && (compared <= EXIT_FOUND || compared == EXIT_UNMEASURED))
		explained = explain_run(run);
	report_left_out(run);
	/* A verdict is worth more than what an explanation lacks. */
	if (explained && (explained != EXIT_UNMEASURED || !compared))
		return explained;
	/* That nothing is decided says less than that something could not be measured. */
	return compared && !(compared == EXIT_BLIND && code) ? compared : code;
}

/* resume: NULL: a new run. */
static int start_or_resume(
	struct run_settings *options, char **words, int count, const struct resume *resume)
{
	struct run run = { .kind = &kinds[options->builds.twice] };
	int code = EXIT_FINE;
	struct err e;

	if (prepare_run(&run, options, words, count, resume, &e))
		code = message_error(run_unfound_code(&run.builds), "%s", e.text);
	else if (run.shard.empty)
		message_warning("part %u of %u has no benchmark: there are %zu",
			run.shard.number, run.shard.count, run.shard.benchmarks);
	else if (run.settings.part.changed && !run.subjects.count)
		/* All that were found have the same code, and there are no controls. */
		code = report_left_out(&run);
	else if (run.settings.dry_run)
		console_plan(&run, run_phase_preview(&run));
	else if (resume && resume->complete && resume_reopen(resume, &run.builds, &e))
		code = message_error(EXIT_USAGE, "%s", e.text);
	else
		code = execute_run(&run, options->explain);
	run_release(&run);
	return code;
}

/* Goes on with the run of now->log.resume, whichever of the two it was. */
static int run_resume(
	const struct option_set *set, const struct run_settings *now, int word_count)
{
	/* All else was said when the run was started. */
	static const char holds_now[] = "resume rounds trust-log force config dry-run no-wait "
					"wait quiet verbose color";
	const struct option_def *more = options_given(set, now, holds_now);
	AUTO(resume_release) struct resume resume = { 0 };
	struct err e;

	if (more || word_count)
		return message_error(EXIT_USAGE,
			"--resume goes on with what %s was started with: nothing more can be "
			"given%s%s",
			now->log.resume, more ? ", not --" : "", more ? more->name : "");
	if (resume_read(&resume, now, &e))
		return message_error(EXIT_USAGE, "%s", e.text);
	if (!now->shared.quiet)
		message_line(stderr, "bdriver: resumes %s", resume.shown);
	command_line_keep(resume.argc, resume.argv);
	if (resume_trust(&resume, now, &e))
		return message_error(EXIT_USAGE, "%s", e.text);
	return start_or_resume(&resume.options, resume.words, resume.word_count, &resume);
}

static int run_run(void *given, char **args, int count)
{
	struct run_settings *options = given;

	if (options->log.trust_log && !options->log.resume)
		return message_error(EXIT_USAGE, "--trust-log is for --resume");
	return options->log.resume ? run_resume(&run_option_set, options, count)
				   : start_or_resume(options, args, count, NULL);
}

const struct command command_run = {
	.summary = "measure suites and write a log",
	.arguments = TARGETS,
	.details = "Words name a suite, a folder of suites, two folders to compare, command "
		   "lines in quotes, or benchmarks. To compare two builds, run: bdriver run "
		   "--old DIR --new DIR -o OUT. Each DIR is a folder with suites, at the same "
		   "paths in both. The suites are those of the configuration, or else all "
		   "executables below DIR that are linked with the harness or with Google "
		   "Benchmark. Each round starts every benchmark of both builds side by side. "
		   "The comparison is printed at the end. OUT, a new folder, "
		   "then holds old.log and new.log, which bdriver compare can read again. To "
		   "continue an interrupted run, use bdriver run --resume OUT. For a quick run "
		   "use --profile smoke, for a thorough one --profile nightly, for one of 20 "
		   "minutes --budget 20m. Exit code 1: at least one benchmark regressed.",
	.max_arguments = -1,
	.options = &run_option_set,
	.run = run_run,
};

static int calibrate_run(void *given, char **words, int count)
{
	struct run_settings *now = given, run;

	if (now->log.resume)
		return run_resume(&calibrate_option_set, now, count);
	run = run_settings_calibrate(now, words, count);
	return start_or_resume(&run, words, 0, NULL);
}

const struct command command_calibrate = {
	.summary = "measure which changes this machine can detect",
	.arguments = "[SUITE...]",
	.details = "Compares every benchmark with itself, as a paired run does, so that every "
		   "change found is false. Reports the noise, and the smallest change that 8 "
		   "and 20 rounds can detect. SUITE is a configured name or the path of an "
		   "executable "
		   "(default: all configured suites).",
	.max_arguments = -1,
	.options = &calibrate_option_set,
	.run = calibrate_run,
};
