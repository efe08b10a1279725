/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/pool_run/shard.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "compare/base/table.h"
#include "driver/base/file_hash.h"
#include "driver/base/file_text.h"
#include "driver/base/message.h"
#include "driver/base/path.h"
#include "driver/base/scratch.h"
#include "driver/config/read.h"
#include "driver/machine/reference_work.h"
#include "driver/pool/attempts.h"
#include "driver/pool/part.h"
#include "driver/pool/plan_file.h"
#include "driver/pool_run/pool_tuned.h"
#include "driver/request/options.h"
#include "driver/request/tuned.h"
#include "driver/run/log.h"
#include "driver/run/phase.h"
#include "driver/run/repeats.h"
#include "driver/run/run.h"
#include "driver/suite/command_runner.h"
#include "driver/suite/find.h"
#include "harness/base/clock.h"

/* How often the shared folder is asked whether the shard is still wanted. */
#define LOOK_MS 5000
/* A quarter of a millisecond each. */
#define REFERENCE_RUNS 200

struct shard {
	struct pool_plan plan;
	const struct pool_shard *which;
	unsigned number;
	char *folder, *node, *tag, *output;
	bool verbose;
	struct scratch scratch;
	struct run_options options;
	char **words;
	uint32_t *share; /* rounds of each subject */
	struct table *blocks;
	double reference_ns[2];
};

static bool is_done(const struct shard *s)
{
	AUTO_FREE char *path = attempts_done_path(s->folder, s->number);

	return access(path, F_OK) == 0;
}

/* NFS shows a file for a minute after it was removed, but does not open it. */
static bool is_asked_to_stop(const struct shard *s)
{
	AUTO_FREE char *path = memory_format("%s/stop", s->folder);
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

/* Another attempt was faster, or the run was cancelled: not every engine can end a task. */
static void on_tick(struct run *run)
{
	const struct shard *s = run->ctx;

	if (is_done(s) || is_asked_to_stop(s))
		raise(SIGTERM);
}

static const struct run_kind shard_kind = {
	.ending = ".log",
	.tunes = true,
	.plan = run_phase_plan,
	.tick = on_tick,
	.tick_ms = LOOK_MS,
	.stops_at_once = true,
};

static void name_attempt(struct shard *s, const struct shard_options *o)
{
	const char *job = getenv("SLURM_JOB_ID"), *again = getenv("SLURM_RESTART_COUNT");
	const char *slurm = getenv("SLURMD_NODENAME");
	char *host = file_text("/proc/sys/kernel/hostname", NULL);
	const char *node = o->node ? o->node : slurm ? slurm : host ? host : "unknown";

	s->node = memory_format("%.*s", (int)strcspn(node, "\n"), node);
	free(host);
	host = attempts_node_name(s->node);
	free(s->node);
	s->node = host;
	if (job)
		s->tag = memory_format("%s.%s.%d", job, again ? again : "0", (int)getpid());
	else
		s->tag = memory_format(
			"%llx.%d", (unsigned long long)bd_clock_ns(), (int)getpid());
}

static int read_plan(struct shard *s, const struct shard_options *o, struct err *e)
{
	s->folder = realpath(o->run, NULL);
	if (!s->folder)
		return bd_err(e, "%s: %s", o->run, strerror(errno));
	if (pool_plan_read(&s->plan, s->folder, e))
		return -1;
	if (strcmp(s->plan.version, BD_VERSION) != 0)
		return bd_err(e, "%s was planned by bdriver %s, and this is %s", s->folder,
			s->plan.version, BD_VERSION);
	if (o->task < 0 || (size_t)o->task >= s->plan.shard_count)
		return bd_err(e, "--task %lld: %s has the shards 0 to %zu", (long long)o->task,
			s->folder, s->plan.shard_count - 1);
	s->number = (unsigned)o->task;
	s->which = &s->plan.shards[s->number];
	return 0;
}

/* The options that the run was started with. */
static int take_options(struct shard *s, struct err *e)
{
	struct string_list *words = &s->plan.arguments;

	s->words = memory_zeroed(words->count + 1, sizeof(*s->words));
	if (words->count < 2 || options_parse(&run_option_set, (int)words->count - 1,
					words->items + 1, &s->options, s->words, e) < 0)
		return bd_err(e, "%s: its arguments do not fit this program", s->folder);
	return 0;
}

/* What holds for the run, and what is different in a shard. */
static int make_settings(struct shard *s, struct run *run, struct err *e)
{
	struct run_settings *settings = &run->settings;

	if (run_settings_make(
		    settings, &s->options, &run->config, (unsigned)run->builds.count, e))
		return -1;
	s->output = memory_format("%s/out", s->scratch.folder);
	settings->output = s->output;
	settings->seed = (s->plan.seed + s->number) & INT64_MAX;
	settings->quiet = !s->verbose;
	settings->verbose = s->verbose;
	settings->engine = NULL;
	/* The plan has chosen the benchmarks, and what an old log or a dry run is for is over.
	 */
	settings->force = settings->replaces = settings->dry_run = settings->changed = false;
	return 0;
}

static bool needs_suite(const struct shard *s, const struct pool_suite *suite)
{
	for (size_t i = 0; i < s->which->count; i++) {
		const struct pool_block *block = &s->plan.blocks[s->which->first + i];

		if (block->builds & 1u << suite->build && !strcmp(block->suite, suite->name))
			return true;
	}
	return false;
}

/* Copies a suite to this machine's own disk; the caller frees the path of the copy. */
static char *stage(const struct shard *s, size_t index, struct err *e)
{
	const struct pool_suite *suite = &s->plan.suites[index];
	AUTO_FREE char *folder = memory_format("%s/%zu", s->scratch.folder, index);
	char hash[FILE_HASH_SIZE];
	char *copy = memory_format("%s/%s", folder, path_name(suite->path));
	int rc = 0;

	if (mkdir(folder, 0777))
		rc = bd_err(e, "%s: cannot be made: %s", folder, strerror(errno));
	else
		rc = file_hash(suite->path, copy, hash, e);
	if (!rc && strcmp(hash, suite->hash) != 0)
		rc = bd_err(e,
			"suite %s: %s is not the file that the run was planned with: it was "
			"rebuilt, or is another one on this machine",
			suite->name, suite->path);
	if (rc) {
		free(copy);
		return NULL;
	}
	return copy;
}

static int add_suite(struct shard *s, struct run *run, size_t index, struct err *e)
{
	const struct pool_suite *suite = &s->plan.suites[index];
	struct build *build = &run->builds.items[suite->build];
	bool is_command = !*suite->hash;
	AUTO_FREE char *path = is_command ? memory_text(suite->path) : stage(s, index, e);
	struct suite_known known = { .name = suite->name,
		.path = path,
		.adapter = suite->adapter,
		.section = suite->section,
		.build = *build->directory ? build->directory : NULL };

	return path ? suites_add_known(&build->suites, &run->config, &known, e) : -1;
}

static int find_suites(struct shard *s, struct run *run, struct err *e)
{
	for (size_t b = 0; b < s->plan.build_count; b++) {
		struct build *build = &run->builds.items[run->builds.count++];

		build->name = memory_text(s->plan.builds[b].name);
		build->directory = memory_text(s->plan.builds[b].directory);
		build->writer.extra = LOG_NODE;
	}
	for (size_t i = 0; i < s->plan.suite_count; i++)
		if (needs_suite(s, &s->plan.suites[i]) && add_suite(s, run, i, e))
			return -1;
	return 0;
}

/* Selects the benchmarks of the shard; each build must have those that it had. */
static int select_blocks(struct shard *s, struct run *run, struct err *e)
{
	AUTO_FREE unsigned *builds = memory_zeroed(s->which->count, sizeof(*builds));
	size_t taken = 0;
	int rc = 0;

	s->blocks = table_new();
	for (size_t i = 0; i < s->which->count; i++) {
		const struct pool_block *block = &s->plan.blocks[s->which->first + i];

		table_add_benchmark(s->blocks, block->suite, block->name, NULL, i, NULL);
	}
	for (size_t b = 0; b < run->builds.count; b++)
		for (size_t i = 0; i < run->builds.items[b].suites.count; i++) {
			struct suite *suite = &run->builds.items[b].suites.items[i];

			for (size_t k = 0; k < suite->benchmark_count; k++) {
				struct suite_benchmark *one = &suite->benchmarks[k];
				size_t *place = table_find_benchmark(
					s->blocks, suite->name, one->name, NULL);

				one->selected = place != NULL;
				taken += one->selected;
				if (place)
					builds[*place] |= 1u << b;
			}
		}
	for (size_t i = 0; !rc && i < s->which->count; i++) {
		const struct pool_block *block = &s->plan.blocks[s->which->first + i];

		if (builds[i] != block->builds)
			rc = bd_err(e,
				"suite %s does not list benchmark %s on this machine, as it "
				"did when the run was planned",
				block->suite, block->name);
	}
	run->subjects = memory_zeroed(taken, sizeof(*run->subjects));
	return rc;
}

static void share_rounds(struct shard *s, struct run *run)
{
	s->share = memory_zeroed(run->subject_count, sizeof(*s->share));
	for (size_t i = 0; i < run->subject_count; i++) {
		const size_t *place = table_find_benchmark(
			s->blocks, run->subjects[i].suite, run->subjects[i].name, NULL);

		s->share[i] = s->plan.blocks[s->which->first + *place].rounds;
	}
	run->share.rounds = s->share;
	run->share.first_round = s->which->replica * s->plan.rounds + 1;
}

static int check_config(const struct shard *s, const struct run *run, struct err *e)
{
	const char *now = run->config.hash ? run->config.hash : CONFIG_NONE;

	if (strcmp(now, s->plan.config_hash) != 0)
		return bd_err(e, "the configuration has changed since the run was planned");
	return 0;
}

static int prepare(struct shard *s, struct run *run, struct err *e)
{
	const char *config = *s->plan.config ? s->plan.config : NULL;

	run_clock_begin(&run->clock);
	if (config_read(&run->config, config, e) || check_config(s, run, e) ||
		config_add_commands(&run->config, &s->options.shared.commands, e))
		return -1;
	config_set_asking(
		&run->config, s->options.shared.adapter, s->options.shared.list_timeout_ns);
	if (find_suites(s, run, e) || select_blocks(s, run, e))
		return -1;
	if (config_times_starts(&run->config))
		run->process_start_ns = command_runner_start_ns();
	if (make_settings(s, run, e) || run_prepare(run, NULL, e))
		return -1;
	share_rounds(s, run);
	run->share.node = s->node;
	run_repeats_init(run);
	return 0;
}

/* The best of some: what the machine can do at this time. */
static double time_reference(void)
{
	double least = INFINITY;

	for (int i = 0; i < REFERENCE_RUNS; i++)
		least = fmin(least, reference_work_run());
	return least;
}

/* What failed launches wrote to stderr goes with the part. */
static void keep_errors(const struct shard *s, const struct run *run)
{
	AUTO_FREE char *copy = attempts_part_path(s->folder, s->number, s->node, s->tag, "err");
	char hash[FILE_HASH_SIZE];
	struct err e;

	if (error_file_exists(&run->errors))
		file_hash(run->errors.path, copy, hash, &e);
}

static void keep_tuned(const struct shard *s, const struct run *run)
{
	AUTO_FREE char *news =
		attempts_part_path(s->folder, s->number, s->node, s->tag, "tuned");

	pool_tuned_return(&s->plan, run->tuned.path, news);
}

static int write_part(struct shard *s, const struct run *run, struct err *e)
{
	struct pool_head head = { .reference_ns = { s->reference_ns[0], s->reference_ns[1] } };
	char *logs[MEASURE_BUILDS_MAX];
	bool late;

	snprintf(head.node, sizeof(head.node), "%s", s->node);

	for (size_t b = 0; b < run->builds.count; b++)
		logs[b] = run->builds.items[b].log;
	if (pool_part_write(&s->plan, s->folder, s->number, &head, s->tag, logs, &late, e))
		return -1;
	keep_errors(s, run);
	keep_tuned(s, run);
	if (late)
		fprintf(stderr, "bdriver: another attempt at shard %u was first\n", s->number);
	return 0;
}

/* Measures with the binaries in the scratch folder. Returns an exit code. */
static int measure(struct shard *s, struct err *e)
{
	struct run run = { .kind = &shard_kind, .ctx = s };
	int code;

	assert(s->plan.directory);
	if (chdir(s->plan.directory))
		code = bd_err(e,
			"the run was started in %s, where this machine cannot go: %s; start it "
			"in the shared folder",
			s->plan.directory, strerror(errno));
	else
		code = prepare(s, &run, e);
	if (code) {
		code = EXIT_USAGE;
	} else {
		s->reference_ns[0] = time_reference();
		code = run_measure(&run);
		s->reference_ns[1] = time_reference();
		if (code)
			bd_err(e, code > 128 ? "ended by signal %d" : "exit code %d",
				code > 128 ? code - 128 : code);
		else if (run_finish(&run))
			code = bd_err(e, "the log could not be finished") ? EXIT_WRITE : 0;
	}
	if (!code && write_part(s, &run, e))
		code = EXIT_WRITE;
	run_release(&run);
	return code;
}

/* The run reads it beside its log. */
static int give_tuned(const struct shard *s, struct err *e)
{
	AUTO_FREE char *path = memory_format("%s/" TUNED_FILE, s->scratch.folder);

	return pool_tuned_give(&s->plan, path, e);
}

/* The attempt is marked on the shared folder as long as it has brought no part. */
static int attempt(struct shard *s, const struct shard_options *o, struct err *e)
{
	AUTO_FREE char *mark = attempts_part_path(s->folder, s->number, s->node, s->tag, "try");
	struct err why;
	int code;

	if (attempts_note(mark, "", e))
		return EXIT_WRITE;
	code = scratch_make(&s->scratch, o->scratch, "shard", &why) ? EXIT_WRITE : 0;
	if (code)
		bd_err(e, "%s; name another one with --scratch", why.text);
	if (!code && give_tuned(s, e))
		code = EXIT_WRITE;
	if (!code && take_options(s, e))
		code = EXIT_USAGE;
	if (!code)
		code = measure(s, e);
	scratch_release(&s->scratch);
	if (!code || is_done(s))
		unlink(mark);
	else
		attempts_note(mark, e->text, &why);
	return code && is_done(s) ? EXIT_FINE : code;
}

static void release(struct shard *s)
{
	if (s->words)
		options_release(&run_option_set, &s->options);
	pool_plan_release(&s->plan);
	table_free(s->blocks);
	free(s->share);
	free(s->words);
	free(s->folder);
	free(s->node);
	free(s->tag);
	free(s->output);
}

int run_shard(const struct shard_options *options)
{
	struct shard s = { .scratch.lock = -1, .verbose = options->verbose };
	struct err e = { "" };
	int code = EXIT_FINE;

	name_attempt(&s, options);
	if (read_plan(&s, options, &e))
		code = EXIT_USAGE;
	else if (!is_done(&s))
		code = attempt(&s, options, &e);
	if (code && *e.text)
		message_error(code, "shard %u on %s: %s", s.number, s.node, e.text);
	release(&s);
	return code;
}
