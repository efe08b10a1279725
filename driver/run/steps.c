/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/run/steps.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "driver/base/command_line.h"
#include "driver/base/file_pages.h"
#include "driver/base/message.h"
#include "driver/base/units.h"
#include "driver/exec/process_sweep.h"
#include "driver/exec/scheduler.h"
#include "driver/exec/spawn.h"
#include "driver/measure/measure.h"
#include "driver/run/accounts.h"
#include "driver/run/changed.h"
#include "driver/run/console.h"
#include "driver/run/cpus.h"
#include "driver/run/events.h"
#include "driver/run/forecast.h"
#include "driver/run/groups.h"
#include "driver/run/interim.h"
#include "driver/run/log.h"
#include "driver/run/logs.h"
#include "driver/run/repeats.h"
#include "driver/run/resumed.h"
#include "driver/suite/command_runner.h"
#include "harness/base/clock.h"
#include "harness/turn.h"

/* Of a budget, for each benchmark: with less time there are no trials of turns. */
#define TRIAL_SHARE_NS 1e9

int run_find(struct run *run, const struct shared_options *options, char **words,
	int word_count, struct err *e)
{
	long count = builds_find(&run->builds, &run->config, options, words, word_count, e);

	for (size_t i = 0; i < run->builds.left_out.count; i++)
		message_warning("%s; it is left out", run->builds.left_out.items[i]);
	if (count >= 0 && run->shard.count)
		count = shard_select(&run->shard, &run->builds);
	if (count < 0)
		return -1;
	run->subjects.items = memory_zeroed((size_t)count, sizeof(*run->subjects.items));
	if (config_times_starts(&run->config))
		run->process_start_ns = command_runner_start_ns();
	return 0;
}

int run_unfound_code(const struct builds *builds)
{
	for (size_t i = 0; i < builds->count; i++)
		if (builds->items[i].suites.shortage)
			return EXIT_WRITE;
	return EXIT_USAGE;
}

static void check_layout(bool *same_layout)
{
	if (!*same_layout || spawn_can_fix_layout())
		return;
	*same_layout = false;
	message_warning("this container forbids personality(2): the launches of a round have "
			"random addresses, which adds noise; with docker, use --security-opt "
			"seccomp=unconfined");
}

/* Warns a user who asked for it where launches cannot be interleaved. */
static void check_interleave(const struct run *run)
{
	const struct run_settings *s = &run->settings;
	const char *suite, *interleave;
	size_t i = 0;

	if (s->turns.asked <= INTERLEAVE_NO)
		return;
	if (run->builds.count > 2)
		message_warning("only launches of two builds can be interleaved, not of %zu: "
				"they run one after the other",
			run->builds.count);
	while (s->turns.interleave &&
		(suite = pair_without_turns(&run->subjects, &i, &interleave)))
		message_warning("suite %s cannot be interleaved (its list does not say so): "
				"its launches run one after the other",
			suite);
}

/* The first file is enough. One file as both builds (calibrate) has one place. */
static void check_memory(const struct subjects *subjects, size_t builds)
{
	for (size_t i = 0; i < subjects->count * builds; i++) {
		const struct subject *s = &subjects->items[i / builds];
		const struct subject_build *build = &s->builds[i % builds];
		const char *path = build->path, *other = s->builds[(i + 1) % builds].path;

		if (!path || !other || !strcmp(path, other) || build->adapter->program)
			continue;
		/* The file of a suite is asked for once. */
		if ((i >= builds && s[-1].builds[i % builds].path == path) ||
			!file_pages_stay(path))
			continue;
		message_warning(
			"%s lies in tmpfs, so its place in memory stays: benchmarks that are "
			"the same may be called changed; keep the builds on a disk",
			path);
		return;
	}
}

/* In the order of subjects and builds; with several builds the names are "NAME [BUILD]". */
static void init_summary(struct run_summary *summary, const struct builds *builds,
	const struct subjects *subjects)
{
	run_summary_init(summary, subjects->count * builds->count);
	for (size_t i = 0; i < summary->count; i++) {
		const struct subject *subject = &subjects->items[i / builds->count];
		const char *build = builds->items[i % builds->count].name;

		summary->items[i].suite = subject->suite;
		summary->items[i].name = *build ? memory_format("%s [%s]", subject->name, build)
						: memory_text(subject->name);
	}
}

/* So that a small budget goes into rounds. */
static bool spares_trials(int64_t budget_ns, unsigned workers, size_t subjects)
{
	return budget_ns > 0 && (double)budget_ns * workers < TRIAL_SHARE_NS * (double)subjects;
}

/* Of other frameworks each run chooses anew: a file of the same name may have another library.
 */
static bool remembers(size_t builds, const struct subject *subject)
{
	for (size_t b = 0; b < builds; b++)
		if (subject->builds[b].path && subject->builds[b].adapter->needs_trial)
			return false;
	return true;
}

static int init_subjects(struct run *run, struct err *e)
{
	static const struct turn_length usual = { BD_TURN_SLICE_NS, BD_TURN_SETTLE_NS };
	int64_t iterations = run->settings.iterations;
	bool spares;

	if (changed_read_code(&run->builds, &run->config, e))
		return -1;
	run->subjects.count = builds_subjects(&run->builds, run->subjects.items);
	if (changed_choose(run, e))
		return -1;
	spares = spares_trials(run->settings.budget_ns, run->cpus.workers, run->subjects.count);
	for (size_t i = 0; i < run->subjects.count; i++) {
		struct subject *subject = &run->subjects.items[i];

		subject->iterations = iterations;
		subject->tried = iterations > 0;
		if (!iterations && remembers(run->builds.count, subject))
			subject->iterations =
				tuned_find(&run->tuned, subject->suite, subject->name);
		if (run->settings.turns.short_turns && !iterations)
			subject->length =
				tuned_turns(&run->tuned, subject->suite, subject->name);
		if (!run->settings.turns.short_turns || (spares && !subject->length.slice_ns))
			subject->length = usual;
	}
	all_cpus_choose(&run->cpus, run->settings.cpus.workers, &run->subjects);
	if (run->kind->tunes)
		groups_choose(&run->settings, &run->subjects);
	return 0;
}

/* The rows of a run of `--shard K/N` name the machine. */
static void name_node(struct run *run)
{
	const char *slurm = getenv("SLURMD_NODENAME");

	if (!run->shard.count)
		return;
	run->node = slurm && *slurm ? slurm : run->machine.host;
	for (size_t b = 0; b < run->builds.count; b++)
		run->builds.items[b].writer.extra = LOG_NODE;
}

int run_prepare(struct run *run, const char *resumed, struct err *e)
{
	run->logs.resumed = resumed != NULL;
	if (run_logs_name(run, resumed, e) ||
		run_cpus_choose(&run->cpus, run->settings.cpus.workers, e))
		return -1;
	run->phase.workers = run->cpus.workers;
	machine_read(&run->machine, &run->cpus.topology, "");
	name_node(run);
	tuned_open(&run->tuned, run->logs.path, run->machine.cpu_model);
	if (run->tuned.refused && !run->settings.iterations)
		message_warning("%s: %zu line%s of it cannot be from the tuner; these "
				"benchmarks are tuned again",
			run->tuned.path, run->tuned.refused, PLURAL(run->tuned.refused));
	run->phase.plan.seed = run->settings.seed;
	if (init_subjects(run, e))
		return -1;
	check_layout(&run->settings.turns.same_layout);
	check_interleave(run);
	check_memory(&run->subjects, run->builds.count);
	accounts_begin(run);
	init_summary(&run->summary, &run->builds, &run->subjects);
	run->phase.interims = memory_zeroed(run->subjects.count, sizeof(*run->phase.interims));
	run->phase.changes = memory_zeroed(run->subjects.count, sizeof(*run->phase.changes));
	for (size_t i = 0; i < run->subjects.count; i++)
		run->phase.interims[i].half_width = run->phase.interims[i].threshold = NAN;
	return 0;
}

static void warn_unresumable(const struct run_kind *kind)
{
	AUTO_FREE char *arguments = kind->resume_with ? command_line_json() : NULL;

	if (kind->resume_with && !arguments)
		message_warning(
			"if this run is interrupted, it cannot be resumed: a word of its "
			"command line is not UTF-8");
}

/* Takes the CPUs; makes the logs, or opens those that are resumed. */
static int begin_run(struct run *run)
{
	struct err e;
	int rc = 0;

	if (run_cpus_take(&run->cpus, &run->settings, &run->clock, &e))
		return message_error(EXIT_USAGE, "%s", e.text);
	if (run->logs.resumed)
		rc = run_resumed_open(run, &e);
	/* Again, as another run may have made it while this one waited. */
	else if (run_logs_refuse(run, &e))
		rc = RESUMED_UNFIT;
	else if (run_logs_create(run, &e))
		rc = RESUMED_UNWRITABLE;
	if (rc)
		return message_error(
			rc == RESUMED_UNFIT ? EXIT_USAGE : EXIT_WRITE, "%s", e.text);
	warn_unresumable(run->kind);
	if (!sweep_works())
		message_warning("without /proc, processes that launches leave behind cannot be "
				"found: they stay, and the log has no `leftover`");
	run_logs_name_errors(run);
	return 0;
}

/* Of a budget: it is over, or what is left of the plan does not fit into it. */
static bool time_is_over(const struct run *run, size_t before, size_t wanted)
{
	if (!run->clock.deadline_ns)
		return false;
	return bd_clock_ns() >= run->clock.deadline_ns ||
	       (wanted && run->ledger.launches_done == before &&
		       !accounts_are_of_trial(&run->settings, run->phase.number));
}

static void begin_measure(struct run *run)
{
	struct measure *m = &run->measure;

	*m = (struct measure){ .settings = &run->settings,
		.plan = &run->phase.plan,
		.subjects = &run->subjects,
		.build_count = (unsigned)run->builds.count,
		.policy = run->policy };
	for (size_t b = 0; b < run->builds.count; b++)
		m->builds[b] = (struct measure_build){ run->builds.items[b].name,
			&run->builds.items[b].writer };
}

/* Of logs that only want their names. */
static int take_complete(struct run *run, struct err *e)
{
	struct log logs[MEASURE_BUILDS_MAX] = { 0 };
	int rc = run_logs_read(&run->builds, logs, LOG_KEEP_EVIDENCE, e);

	if (!rc)
		run_resumed_take(run, logs);
	run_logs_release(&run->builds, logs);
	return rc;
}

/* 0: all is measured; a signal; -1. */
static int measure_phases(struct run *run, struct err *e)
{
	struct measure_options options;
	int rc = 0;

	if (run->logs.complete)
		return take_complete(run, e);
	begin_measure(run);
	while ((rc = run->kind->plan(run, e)) > 0) {
		size_t before = run->ledger.launches_done;
		size_t wanted = run->ledger.launches_left;

		options = run_events_options(run);
		run->measure.options = &options;
		rc = measure_run(&run->measure, e);
		if (rc || time_is_over(run, before, wanted))
			break;
	}
	progress_clear(&run->progress);
	measure_release(&run->measure);
	return rc;
}

static void save_tuned(struct run *run)
{
	bool is_new = access(run->tuned.path, F_OK) != 0;
	const struct run_settings *settings = &run->settings;
	bool keeps_turns =
		settings->turns.short_turns &&
		!spares_trials(settings->budget_ns, run->cpus.workers, run->subjects.count);
	struct err e;

	for (size_t i = 0; !run->settings.iterations && i < run->subjects.count; i++) {
		const struct subject *s = &run->subjects.items[i];

		if (s->iterations && remembers(run->builds.count, s))
			tuned_set(&run->tuned, s->suite, s->name, s->iterations);
		if (s->length.slice_ns && keeps_turns)
			tuned_set_turns(&run->tuned, s->suite, s->name, s->length);
	}
	if (tuned_save(&run->tuned, &e))
		message_warning("%s", e.text);
	else if (is_new && !run->settings.shared.quiet && access(run->tuned.path, F_OK) == 0)
		message_line(stderr, "Kept for later runs: the tuned iterations, in %s",
			run->tuned.path);
}

int run_measure(struct run *run)
{
	struct err e = { "" };
	int rc = begin_run(run);

	if (rc)
		return rc;
	run_clock_budget(&run->clock, run->settings.budget_ns);
	run->clock.notes = &run->builds.items[0].writer;
	signal(SIGPIPE, SIG_IGN);
	scheduler_hold_signals(); /* until the logs have their names */
	rc = measure_phases(run, &e);
	if (rc < 0)
		return run_logs_unwritable(run, &e);
	if (run->kind->tunes)
		save_tuned(run);
	if (rc > 0) {
		run_clock_note(&run->clock, true);
		run_logs_leave(&run->builds);
		console_interrupted(run);
		return 128 + rc;
	}
	return run_logs_end(run, &e) ? message_error(EXIT_WRITE, "%s", e.text) : 0;
}

int run_finish(struct run *run)
{
	struct err e;

	if (run_logs_rename(&run->builds, run->logs.resumed, run->settings.log.replaces, &e))
		return message_error(EXIT_WRITE, "%s", e.text);
	scheduler_let_signals();
	return 0;
}

void run_release(struct run *run)
{
	progress_release(&run->progress);
	ledger_release(&run->ledger);
	run_summary_release(&run->summary);
	tuned_release(&run->tuned);
	error_file_release(&run->errors);
	run_repeats_free(run->policy);
	builds_release(&run->builds);
	run_cpus_release(&run->cpus);
	plan_release(&run->phase.plan);
	machine_release(&run->machine);
	config_release(&run->config);
	free(run->phase.interims);
	free(run->phase.changes);
	free(run->phase.last_rounds);
	free(run->subjects.items);
	string_list_release(&run->changed.not_executed);
	free(run->logs.session);
	free(run->logs.path);
}
