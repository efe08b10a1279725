/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "driver/cmd/run.h"

#include "driver/base/message.h"
#include "driver/base/terminal.h"
#include "driver/base/units.h"
#include "driver/cli/command.h"
#include "driver/exec/scheduler.h"
#include "driver/run/paired.h"
#include "driver/run/run.h"
#include "harness/base/clock.h"

static int name_log(struct run *run, const char *resumed, struct err *e)
{
	struct stat info;

	if (resumed)
		run->log = memory_text(resumed);
	else
		run->log = run->options->output ? memory_text(run->options->output)
						: run_default_name(&run->config, ".log");
	run->part = memory_format("%s.part", run->log);
	if (!lstat(run->log, &info) && !S_ISREG(info.st_mode))
		return bd_err(
			e, "%s is not a regular file: -o names the log to create", run->log);
	if (resumed || run->options->dry_run || run->options->force)
		return 0;
	return run_log_refuse(run->log, run->part, run->log, e);
}

/* 0: all is measured; a signal; -1. Signals are held from here on. */
static int measure(struct run *run, struct err *e)
{
	struct measure_options options = run_measure_options(run);
	struct measure m = { .options = &options,
		.plan = &run->plan,
		.subjects = run->subjects,
		.subject_count = run->subject_count,
		.builds = { { "", &run->writer } },
		.build_count = 1,
		.done = run->done,
		.policy = run_repeats(run) };

	scheduler_hold_signals();
	return measure_run(&m, e);
}

static void begin_progress(struct run *run)
{
	const struct shared_options *shared = &run->options->shared;
	size_t launches = run->plan.slot_count - run->done_count;
	char time[16];

	progress_init(&run->progress, stderr, shared->quiet, shared->verbose, shared->color,
		run->settings.workers, run->plan.slot_count);
	run->progress.done = run->done_count;
	run->progress.left_ns = estimate_left_ns(&run->estimate, run->settings.workers, 0);
	duration_text(run->progress.left_ns, time, sizeof(time));
	if (!shared->quiet && run->settings.budget_ns) {
		duration_text((double)run->settings.budget_ns, time, sizeof(time));
		fprintf(stderr,
			"%zu benchmark%s on %u worker%s, as many rounds as fit into %s, at "
			"most %u\n",
			run->subject_count, PLURAL(run->subject_count), run->settings.workers,
			PLURAL(run->settings.workers), time, run->settings.rounds);
	} else if (!shared->quiet)
		fprintf(stderr,
			"%zu benchmark%s, %u round%s, %zu launch%s on %u worker%s: about %s\n",
			run->subject_count, PLURAL(run->subject_count), run->settings.rounds,
			PLURAL(run->settings.rounds), launches, launches == 1 ? "" : "es",
			run->settings.workers, PLURAL(run->settings.workers), time);
}

static int interrupted(struct run *run, int signal)
{
	run_clock_note(run, &run->writer, true);
	log_writer_release(&run->writer);
	run_say_resume(run);
	return 128 + signal;
}

static void summarise(struct run *run)
{
	bool color = terminal_color(run->options->shared.color, stdout);
	size_t failed = run_summary_failed(&run->summary);

	if (!run->options->shared.quiet)
		run_summary_print(&run->summary, stdout, color);
	if (!run->options->shared.quiet)
		run_repeats_print(run_repeats(run), stdout);
	if (failed)
		printf("%zu of %zu benchmark%s could not be measured; see %s\n", failed,
			run->subject_count, PLURAL(run->subject_count), run->errors.path);
	if (run->suites.broken.count)
		printf("%zu suite%s left out, as the log tells: no answer to --list\n",
			run->suites.broken.count,
			run->suites.broken.count == 1 ? " was" : "s were");
	if (!run->options->shared.quiet)
		printf("Log: %s\n", run->log);
}

/* Runs the plan into the log, which is open. */
static int execute(struct run *run)
{
	struct err e = { "" };
	int rc = 0;

	error_file_init(&run->errors, run->log);
	/* What --force replaces includes what stands beside the log. */
	if (run->options->force)
		unlink(run->errors.path);
	begin_progress(run);
	run_clock_budget(run);
	run->notes = &run->writer;
	signal(SIGPIPE, SIG_IGN);
	if (!run->complete)
		rc = measure(run, &e);
	progress_clear(&run->progress);
	if (rc < 0)
		return run_unwritable(&e, run->writer.lost, run->part);
	if (tuned_save(&run->tuned, &e))
		message_warning("%s", e.text);
	if (rc > 0)
		return interrupted(run, rc);
	if (run_finish_log(run, &e))
		return message_error(EXIT_WRITE, "%s", e.text);
	scheduler_let_signals();
	summarise(run);
	return run_summary_failed(&run->summary) || run->suites.broken.count ? EXIT_UNMEASURED
									     : EXIT_FINE;
}

static int prepare(struct run *run, char **words, int count, const char *resumed)
{
	struct err e;
	int rc;

	run_clock_begin(run);
	run->replaces = run->options->force || run->options->replaces;
	rc = run_find(run, words, count, true, &e);
	suites_warn_broken(&run->suites);
	if (rc || name_log(run, resumed, &e) || run_plan(run, &e))
		return message_error(EXIT_USAGE, "%s", e.text);
	if (run->options->dry_run) {
		run_print_plan(run, run->plan.slot_count);
		return EXIT_FINE;
	}
	if (run_take_lock(run, &e))
		return message_error(EXIT_USAGE, "%s", e.text);
	rc = resumed ? resume_apply(run, &e) : run_create_log(run, &e);
	if (rc)
		return message_error(
			resumed && rc == RESUME_UNFIT ? EXIT_USAGE : EXIT_WRITE, "%s", e.text);
	return execute(run);
}

static bool is_paired(const struct run_options *o)
{
	return o->old_directory || o->new_directory || o->builds.count || o->calibrates;
}

static int start(
	const struct run_options *options, char **words, int count, const char *resumed)
{
	struct run run = { .options = options };
	int code;

	if (is_paired(options))
		return run_paired(options, words, count, resumed);
	if (options->adaptive || options->shared.interleave)
		return message_error(EXIT_USAGE,
			"--adaptive and --interleave are for several builds: give --old and "
			"--new too");
	code = prepare(&run, words, count, resumed);
	run_release(&run);
	return code;
}

int run_resume(const struct option_set *set, const struct run_options *now, int word_count)
{
	/* All else was said when the run was started. */
	static const char *const holds_now[] = { "resume", "dry-run", "no-wait", "quiet",
		"verbose", "color", NULL };
	const struct option_def *more = options_given(set, now, holds_now);
	struct resume resume = { 0 };
	struct err e;
	int code;

	if (more || word_count)
		return message_error(EXIT_USAGE,
			"--resume goes on with what %s was started with: nothing more can be "
			"given%s%s",
			now->resume, more ? ", not --" : "", more ? more->name : "");
	if (resume_read(&resume, now, &e))
		code = message_error(EXIT_USAGE, "%s", e.text);
	else
		code = start(&resume.options, resume.words, resume.word_count, resume.log);
	resume_release(&resume);
	return code;
}

static int run_run(void *given, char **args, int count)
{
	const struct run_options *options = given;

	return options->resume ? run_resume(&run_option_set, options, count)
			       : start(options, args, count, NULL);
}

const struct command command_run = {
	.summary = "measure suites and write a log",
	.arguments = "[BENCH...]",
	.details = "To compare two builds, run: bdriver run --old DIR --new DIR -o OUT. Each "
		   "DIR is a folder with suites, at the same paths in both. The suites are "
		   "those of the configuration, or else all executables below DIR that are "
		   "linked with the harness. Each round starts every benchmark of both builds "
		   "side by side. The comparison is printed at the end. OUT, a new folder, "
		   "then holds old.log and new.log, which bdriver compare can read again. To "
		   "continue an interrupted run, use bdriver run --resume OUT. For a quick run "
		   "use --profile smoke, for a thorough one --profile nightly, for one of 20 "
		   "minutes --budget 20m. Exit code 1: at least one benchmark regressed.",
	.min_arguments = 0,
	.max_arguments = -1,
	.options = &run_option_set,
	.run = run_run,
};
