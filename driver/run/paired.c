/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "driver/base/message.h"
#include "driver/base/terminal.h"
#include "driver/base/units.h"
#include "driver/exec/scheduler.h"
#include "driver/logs/compare.h"
#include "driver/plan/adaptive.h"
#include "driver/run/paired.h"
#include "harness/base/clock.h"

#define DEFAULT_WIDTH 120
/* Inconclusive benchmarks that are listed with what they would need. */
#define LISTED 20
/* Rounds that nobody runs are not counted out. */
#define MANY_ROUNDS 1000

/* In the order of subjects and builds; its labels are "NAME [BUILD]". */
static void init_summary(struct paired_run *p)
{
	struct run *run = &p->run;
	size_t count = run->subject_count * p->builds.count;

	run_summary_init(&run->summary, count);
	p->labels = memory_zeroed(count, sizeof(*p->labels));
	for (size_t i = 0; i < count; i++) {
		const struct subject *subject = &run->subjects[i / p->builds.count];

		p->labels[i] = memory_format(
			"%s [%s]", subject->name, p->builds.items[i % p->builds.count].name);
		run->summary.items[i].suite = subject->suite;
		run->summary.items[i].name = p->labels[i];
	}
}

static int find_subjects(struct paired_run *p, char **words, int word_count, struct err *e)
{
	struct run *run = &p->run;
	long most = builds_find(
		&p->builds, &run->config, &run->options->shared, words, word_count, e);

	if (most < 0)
		return -1;
	run->subjects = memory_zeroed((size_t)most, sizeof(*run->subjects));
	run->subject_count = builds_subjects(&p->builds, run->subjects);
	run->build_count = (unsigned)p->builds.count;
	return 0;
}

/* Where launches cannot take turns they run one after the other; who asked for it is told. */
static void settle_interleave(struct paired_run *p)
{
	struct run_settings *s = &p->run.settings;
	bool interleave = s->interleave;
	const char *suite;
	size_t i = 0;

	s->interleave = interleave && p->builds.count == 2;
	if (!interleave || !s->interleave_asked)
		return;
	if (!s->interleave)
		message_warning("only launches of two builds can take turns, not of %zu: they "
				"run one after the other",
			p->builds.count);
	while (s->interleave && (suite = paired_not_interleaved(p, &i)))
		message_warning("suite %s does not know how to take turns (its list does not "
				"say so): its launches run one after the other",
			suite);
}

static void settle_subjects(struct paired_run *p)
{
	struct run *run = &p->run;

	for (size_t i = 0; i < run->subject_count; i++) {
		struct subject *subject = &run->subjects[i];

		subject->iterations = run->settings.iterations;
		subject->tried = subject->iterations > 0;
		if (!subject->iterations)
			subject->iterations =
				tuned_find(&run->tuned, subject->suite, subject->name);
	}
	settle_interleave(p);
	estimate_init(&run->estimate, run->subject_count);
	init_summary(p);
	p->interims = memory_zeroed(run->subject_count, sizeof(*p->interims));
}

static int prepare(
	struct paired_run *p, char **words, int count, const char *resumed, struct err *e)
{
	struct run *run = &p->run;
	const struct run_options *o = run->options;

	if (o->calibrates)
		builds_name_same(&p->builds);
	else if (builds_name(&p->builds, o->old_directory, o->new_directory, &o->builds, e))
		return -1;
	if (config_read(&run->config, o->shared.config, e) ||
		find_subjects(p, words, count, e) || paired_log_name(p, resumed, e) ||
		run_settle(run, e))
		return -1;
	run->plan.seed = run->settings.seed;
	settle_subjects(p);
	return 0;
}

static void plan_phase(struct paired_run *p, const struct phase *phase)
{
	struct run *run = &p->run;
	bool *serial = memory_zeroed(run->subject_count, sizeof(*serial));
	double *expected = memory_zeroed(run->subject_count, sizeof(*expected));
	struct plan_options options = { .benchmark_count = run->subject_count,
		.serial = serial,
		.expected_ns = expected,
		.first_round = phase->first_round,
		.rounds = phase->rounds,
		.last_rounds = phase->last_rounds,
		.stage = phase->stage };
	uint64_t seed = run->plan.seed;

	for (size_t i = 0; i < run->subject_count; i++) {
		serial[i] = run->subjects[i].settings->serial;
		expected[i] = run_slot_ns(run, i);
	}
	plan_release(&run->plan);
	run->plan.seed = seed;
	plan_add_rounds(&run->plan, &options);
	free(serial);
	free(expected);
}

static unsigned builds_with(const struct paired_run *p, size_t subject)
{
	unsigned count = 0;

	for (size_t b = 0; b < p->builds.count; b++)
		count += p->run.subjects[subject].paths[b] != NULL;
	return count;
}

/* Adds what is left of the plan to the estimate; returns how many launches that are. */
static size_t expect_phase(struct paired_run *p)
{
	struct run *run = &p->run;
	size_t launches = 0;

	for (size_t i = 0; i < run->subject_count; i++)
		while (run->estimate.left[i])
			estimate_drop(&run->estimate, i);
	for (size_t i = 0; i < run->plan.slot_count; i++) {
		size_t subject = run->plan.slots[i].benchmark;
		unsigned builds = builds_with(p, subject);

		if (run->done && run->done[i])
			continue;
		for (unsigned b = 0; b < builds; b++)
			estimate_add(
				&run->estimate, subject, run_slot_ns(run, subject) / builds);
		launches += builds;
	}
	return launches;
}

static void begin_progress(struct paired_run *p, size_t launches)
{
	struct run *run = &p->run;
	const struct shared_options *shared = &run->options->shared;
	char time[16];

	progress_init(&run->progress, stderr, shared->quiet, shared->verbose, shared->color,
		run->settings.workers, 0);
	duration_text(run->settings.budget_ns
			      ? (double)run->settings.budget_ns
			      : estimate_left_ns(&run->estimate, run->settings.workers, 0),
		time, sizeof(time));
	if (!shared->quiet)
		fprintf(stderr,
			"%zu benchmark%s of %zu builds on %u worker%s, %zu launches%s: %s %s\n",
			run->subject_count, PLURAL(run->subject_count), p->builds.count,
			run->settings.workers, PLURAL(run->settings.workers), launches,
			run->settings.adaptive || run->settings.stage2_rounds ? " to begin with"
									      : "",
			run->settings.budget_ns ? "at most" : "about", time);
}

/* Plans the next phase; 1: there is one, 0: all is done. */
static int next_phase(struct paired_run *p, struct err *e)
{
	struct log logs[MEASURE_BUILDS_MAX] = { 0 };
	struct phase phase = { 0 };
	size_t launches;
	bool takes = p->resumed && !p->phases;
	int rc = paired_log_read(p, logs, takes ? LOG_KEEP_EVIDENCE : LOG_KEEP_SUMMARIES, e);

	if (!rc && takes)
		paired_resume_take(p, logs);
	if (!rc && paired_phase_next(p, logs, &phase)) {
		/* The interims took launches of other stages away. */
		plan_phase(p, &phase);
		paired_log_mark(p, logs);
		if (takes)
			paired_log_repeats(p, logs);
		launches = expect_phase(p);
		if (p->phases == 1)
			begin_progress(p, launches);
		p->run.progress.total += launches;
		rc = 1;
	}
	free(phase.last_rounds);
	for (size_t b = 0; b < p->builds.count; b++)
		log_release(&logs[b]);
	return rc;
}

static void begin_measure(struct paired_run *p, struct measure_options *options)
{
	struct run *run = &p->run;

	*options = run_measure_options(run);
	p->measure = (struct measure){ .options = options,
		.plan = &run->plan,
		.subjects = run->subjects,
		.subject_count = run->subject_count,
		.build_count = run->build_count,
		.policy = run_repeats(run),
		.keeps_marks = true,
		.interleaves = run->settings.interleave };
	for (size_t b = 0; b < p->builds.count; b++)
		p->measure.builds[b] = (struct measure_build){ p->builds.items[b].name,
			&p->builds.items[b].writer };
}

/* Of a budget: it is over, or what is left of the plan does not fit into it. */
static bool time_is_over(const struct run *run, size_t before, size_t wanted)
{
	if (!run->deadline_ns)
		return false;
	return bd_clock_ns() >= run->deadline_ns ||
	       (wanted && run->estimate.launches_done == before);
}

/* 0: all is measured; a signal; -1. Signals are held from here on. */
static int measure(struct paired_run *p, struct err *e)
{
	struct run *run = &p->run;
	struct measure_options options;
	int rc;

	run_clock_budget(run);
	run->notes = &p->builds.items[0].writer;
	begin_measure(p, &options);
	scheduler_hold_signals();
	while ((rc = next_phase(p, e)) > 0 && !p->complete) {
		size_t before = run->estimate.launches_done;
		size_t wanted = run->estimate.launches_left;

		options = run_measure_options(run);
		p->measure.done = run->done;
		p->measure.attempts = p->attempts;
		rc = measure_run(&p->measure, e);
		if (rc || time_is_over(run, before, wanted))
			break;
	}
	progress_clear(&run->progress);
	measure_release(&p->measure);
	if (p->complete && rc > 0)
		rc = 0;
	return rc;
}

static void save_tuned(struct paired_run *p)
{
	struct run *run = &p->run;
	struct err e;

	for (size_t i = 0; !run->settings.iterations && i < run->subject_count; i++)
		if (run->subjects[i].iterations)
			tuned_set(&run->tuned, run->subjects[i].suite, run->subjects[i].name,
				run->subjects[i].iterations);
	if (tuned_save(&run->tuned, &e))
		message_warning("%s", e.text);
}

static void print_need(const struct paired_run *p, size_t i)
{
	const struct interim *interim = &p->interims[i];
	const struct subject *subject = &p->run.subjects[i];
	struct adaptive_benchmark b = { interim->rounds, interim->half_width,
		interim->threshold, 0, false };
	uint32_t need = adaptive_rounds_needed(&b);
	char *name = memory_format("%s/%s", subject->suite, subject->name);
	char *clean = terminal_clean(name);

	if (!need)
		fprintf(stderr, "  %-48s cannot be told\n", clean);
	else if (need == b.rounds)
		fprintf(stderr, "  %-48s none: at the limit of what is called a change\n",
			clean);
	else if (need - b.rounds > MANY_ROUNDS)
		fprintf(stderr, "  %-48s over %d more\n", clean, MANY_ROUNDS);
	else
		fprintf(stderr, "  %-48s %u more (+-%.1f %% after %u)\n", clean,
			need - b.rounds, 100 * expm1(interim->half_width), interim->rounds);
	free(name);
	free(clean);
}

/* How many more rounds each inconclusive benchmark would take. */
static void print_needs(struct paired_run *p)
{
	struct log logs[MEASURE_BUILDS_MAX] = { 0 };
	size_t count = 0;
	struct err e;

	if (paired_log_read(p, logs, LOG_KEEP_SUMMARIES, &e) == 0) {
		interim_analyse(p, logs, p->run.settings.stage2_rounds ? 1 : 0);
		for (size_t i = 0; i < p->run.subject_count; i++) {
			if (!p->interims[i].inconclusive)
				continue;
			if (!count++)
				fputs("Inconclusive: rounds until the interval is within the "
				      "threshold\n",
					stderr);
			if (count <= LISTED)
				print_need(p, i);
		}
		if (count > LISTED)
			fprintf(stderr, "  ... and %zu more\n", count - LISTED);
	}
	for (size_t b = 0; b < p->builds.count; b++)
		log_release(&logs[b]);
}

static void summarise(struct paired_run *p)
{
	struct run *run = &p->run;
	size_t failed = run_summary_failed(&run->summary);

	if (!run->options->shared.quiet) {
		run_summary_print_failures(&run->summary, stderr,
			terminal_color(run->options->shared.color, stderr));
		print_needs(p);
		run_repeats_print(run_repeats(run), stderr);
	}
	if (failed)
		fprintf(stderr, "%zu benchmark%s could not be measured; see %s\n", failed,
			failed == 1 ? "" : "s", run->errors.path);
}

/* The first build against each other one, as `bdriver compare` prints it. */
static int compare(const struct paired_run *p)
{
	const struct run *run = &p->run;
	int code = EXIT_FINE;

	for (size_t b = 1; b < p->builds.count; b++) {
		struct compare_job job =
			compare_job_default(p->builds.items[0].log, p->builds.items[b].log);
		int one;

		compare_configure(&job.options, &run->config);
		job.report.width = (size_t)terminal_width(stdout, DEFAULT_WIDTH);
		job.report.color = terminal_color(run->options->shared.color, stdout);
		job.report.quiet = run->options->shared.quiet;
		job.report.verbose = run->options->shared.verbose;
		if (b > 1)
			putchar('\n');
		one = compare_logs(&job);
		if (one > EXIT_FOUND)
			return one;
		code = one == EXIT_FOUND ? EXIT_FOUND : code;
	}
	return code;
}

static int interrupted(struct paired_run *p, int signal)
{
	run_clock_note(&p->run, p->run.notes, true);
	for (size_t b = 0; b < p->builds.count; b++)
		log_writer_release(&p->builds.items[b].writer);
	run_say_resume(&p->run);
	return 128 + signal;
}

static bool is_lost(const struct paired_run *p)
{
	for (size_t b = 0; b < p->builds.count; b++)
		if (p->builds.items[b].writer.lost)
			return true;
	return false;
}

static int execute(struct paired_run *p)
{
	struct run *run = &p->run;
	char *errors = memory_format("%s/errors", run->log);
	struct err e = { "" };
	int rc, code;

	error_file_init(&run->errors, errors);
	free(errors);
	/* What --force replaces includes what stands beside the logs. */
	if (run->options->force)
		unlink(run->errors.path);
	signal(SIGPIPE, SIG_IGN);
	rc = measure(p, &e);
	if (rc < 0)
		return run_unwritable(&e, is_lost(p), run->log);
	save_tuned(p);
	if (rc > 0)
		return interrupted(p, rc);
	if (paired_log_end(p, &e))
		return message_error(EXIT_WRITE, "%s", e.text);
	/* Nothing else makes a calibration of its logs: until then they can be resumed. */
	if (run->options->calibrates && calibrate_finish(p, &e))
		return message_error(
			EXIT_WRITE, "%s; what was measured is in %s", e.text, run->log);
	if (paired_log_rename(p, &e))
		return message_error(EXIT_WRITE, "%s", e.text);
	scheduler_let_signals();
	summarise(p);
	fflush(stderr);
	code = run->options->calibrates ? EXIT_FINE : compare(p);
	return code == EXIT_FINE && run_summary_failed(&run->summary) ? EXIT_UNMEASURED : code;
}

static void print_plan(struct paired_run *p)
{
	struct phase phase = { 0 };

	paired_phase_next(p, NULL, &phase);
	plan_phase(p, &phase);
	free(phase.last_rounds);
	run_print_plan(&p->run, expect_phase(p));
}

static void paired_release(struct paired_run *p)
{
	size_t items = p->labels ? p->run.subject_count * p->builds.count : 0;

	for (size_t i = 0; i < items; i++)
		free(p->labels[i]);
	free(p->labels);
	free(p->interims);
	free(p->attempts);
	free(p->session);
	run_release(&p->run);
	builds_release(&p->builds);
}

int run_paired(const struct run_options *options, char **words, int count, const char *resumed)
{
	struct paired_run p = { .run.options = options,
		.run.replaces = options->force || options->replaces,
		.resumed = resumed };
	struct err e;
	int code = EXIT_FINE, rc;

	run_clock_begin(&p.run);
	if (prepare(&p, words, count, resumed, &e)) {
		code = message_error(EXIT_USAGE, "%s", e.text);
	} else if (options->dry_run) {
		print_plan(&p);
	} else if (run_take_lock(&p.run, &e)) {
		code = message_error(EXIT_USAGE, "%s", e.text);
	} else {
		if (!resumed)
			p.session = run_session(&p.run);
		rc = resumed ? paired_resume(&p, &e) : paired_log_create(&p, &e);
		code = rc ? message_error(resumed ? EXIT_USAGE : EXIT_WRITE, "%s", e.text)
			  : execute(&p);
	}
	paired_release(&p);
	return code;
}
