/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/pool_run/pool_plan.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "compare/formats/read.h"
#include "driver/base/command_line.h"
#include "driver/base/file_hash.h"
#include "driver/base/json_words.h"
#include "driver/base/message.h"
#include "driver/engine/engine.h"
#include "driver/pool/attempts.h"
#include "driver/pool/plan_file.h"
#include "driver/pool_run/pool_tuned.h"
#include "driver/run/log.h"
#include "driver/run/run.h"
#include "driver/run/slot_time.h"

/* A name for a queue. */
static char *make_id(const struct run *run)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return memory_format("%llx%05lx-%llx", (unsigned long long)now.tv_sec,
		(unsigned long)now.tv_nsec >> 12, (unsigned long long)run->settings.seed);
}

static bool is_selected(const struct suite *suite)
{
	for (size_t i = 0; i < suite->benchmark_count; i++)
		if (suite->benchmarks[i].selected)
			return true;
	return false;
}

/* The configuration's section that a suite belongs to; "" for one that nobody configured. */
static const char *section_of(const struct suite *suite)
{
	return suite->settings->line || suite->settings->given ? suite->settings->name : "";
}

static char *absolute(const char *path)
{
	char *full = realpath(path, NULL);

	return full ? full : memory_text(path);
}

static int add_suite(
	struct pool_plan *plan, const struct suite *s, unsigned build, struct err *e)
{
	char hash[FILE_HASH_SIZE] = "";
	AUTO_FREE char *path = absolute(s->path);
	int rc = s->adapter->program ? 0 : file_hash(path, NULL, hash, e);

	if (!rc)
		pool_plan_add_suite(plan, &(struct pool_suite){ .build = build,
						  .name = s->name,
						  .section = (char *)section_of(s),
						  .adapter = (char *)s->adapter->name,
						  .path = path,
						  .hash = hash });
	return rc;
}

static int add_builds(struct pool_plan *plan, const struct run *run, struct err *e)
{
	plan->builds = memory_zeroed(run->builds.count, sizeof(*plan->builds));
	for (size_t b = 0; b < run->builds.count; b++) {
		const struct build *build = &run->builds.items[b];

		plan->builds[plan->build_count++] =
			(struct pool_build){ memory_text(build->name),
				memory_text(build->directory) };
		for (size_t i = 0; i < build->suites.count; i++)
			if (is_selected(&build->suites.items[i]) &&
				add_suite(plan, &build->suites.items[i], (unsigned)b, e))
				return -1;
	}
	return 0;
}

/* The time that a launch of each benchmark took in an earlier log. */
static int learn_times(struct run *run, const char *path, struct err *e)
{
	AUTO(log_release) struct log log = { 0 };
	int rc = log_read(&log, path, LOG_KEEP_EVIDENCE, e);

	for (size_t s = 0; !rc && s < run->subject_count; s++) {
		const struct log_benchmark *found =
			log_find(&log, run->subjects[s].suite, run->subjects[s].name, NULL);

		for (size_t k = 0; found && k < found->launch_count; k++) {
			const struct evidence *v = found->launches[k].evidence;
			double took = SLOT_TIME_EXTRA_NS;

			if (!(v->wall_ns > 0))
				continue;
			took += v->wall_ns + (v->setup_ns > 0 ? v->setup_ns : 0);
			estimate_learn(&run->estimate, s, took);
		}
	}
	return rc;
}

static void add_blocks(struct pool_plan *plan, const struct run *run)
{
	for (size_t i = 0; i < run->subject_count; i++) {
		const struct subject *subject = &run->subjects[i];
		uint32_t rounds = changed_is_control(run, i) ? run->changed.control_rounds
							     : run->changed.rounds;
		struct pool_block block = { .suite = (char *)subject->suite,
			.name = (char *)subject->name,
			.rounds = rounds,
			.ns = slot_time_ns(run, i) * (rounds + run->settings.stage2_rounds) };

		for (size_t b = 0; b < run->builds.count; b++)
			if (subject->builds[b].path)
				block.builds |= 1u << b;
		pool_plan_add_block(plan, &block);
	}
}

static int fill_plan(struct pool_plan *plan, struct run *run, struct err *e)
{
	AUTO_FREE char *words = command_line_json();
	int rc =
		json_words_parse(words, &plan->arguments)
			? bd_err(e, "--engine: a word of the command line is not UTF-8, so the "
				    "machines could not be told")
			: 0;

	plan->id = make_id(run);
	plan->version = memory_text(BD_VERSION);
	plan->directory = getcwd(NULL, 0);
	plan->config = run->config.path ? absolute(run->config.path) : memory_text("");
	plan->config_hash = memory_text(run->config.hash ? run->config.hash : CONFIG_NONE);
	pool_tuned_plan(plan, &run->tuned);
	plan->seed = (int64_t)(run->settings.seed & INT64_MAX);
	plan->replicas = run->settings.replicas;
	if (!plan->directory)
		plan->directory = memory_text(".");
	if (rc || add_builds(plan, run, e))
		return -1;
	add_blocks(plan, run);
	return 0;
}

int run_pool_nodes(const struct run *run, size_t *count, unsigned *most_tasks, struct err *e)
{
	const struct engine *engine = engine_find(run->settings.engine);
	const struct run_settings *s = &run->settings;
	struct engine_options o = {
		.hosts = s->hosts, .partition = s->partition, .nodes = s->nodes
	};
	AUTO(string_list_release) struct string_list nodes = { 0 };
	unsigned most;
	int rc = engine->nodes(&o, &nodes, &most, e);

	if (!rc && nodes.count < run->settings.replicas)
		rc = bd_err(e,
			"--replicas %u: there are only %zu nodes, and each replica needs one "
			"of its own",
			run->settings.replicas, nodes.count);
	if (count)
		*count = o.nodes && o.nodes < nodes.count ? o.nodes : nodes.count;
	if (most_tasks)
		*most_tasks = most;
	return rc;
}

/* Each group of nodes has its own replica of each shard. */
static int divide(struct pool_plan *plan, const struct run *run, struct err *e)
{
	unsigned most;
	size_t count;

	if (run_pool_nodes(run, &count, &most, e))
		return -1;
	pool_plan_divide(plan, (double)run->settings.shard_time_ns,
		count / plan->replicas ? count / plan->replicas : 1, most);
	return 0;
}

static int refuse_folder(const struct run *run, const char *folder, struct err *e)
{
	if (access(folder, F_OK))
		return 0;
	if (!run->settings.force && !run->logs.resumed)
		return bd_err(e, "%s exists already; give --force to replace it", folder);
	attempts_clear(folder);
	return 0;
}

int run_pool_plan(struct run *run, struct pool_plan *plan, const char *folder, struct err *e)
{
	if (refuse_folder(run, folder, e) ||
		(run->settings.last && learn_times(run, run->settings.last, e)))
		return EXIT_USAGE;
	if (fill_plan(plan, run, e) || divide(plan, run, e))
		return EXIT_USAGE;
	return attempts_make_folders(folder, e) || pool_plan_write(plan, folder, e) ? EXIT_WRITE
										    : 0;
}

int run_pool_check(const struct run *run, const struct pool_plan *plan, struct err *e)
{
	char hash[FILE_HASH_SIZE];

	if (plan->build_count != run->builds.count)
		return bd_err(e, "the plan has other builds than the run");
	for (size_t i = 0; i < plan->suite_count; i++) {
		const struct pool_suite *suite = &plan->suites[i];

		if (!*suite->hash)
			continue;
		if (file_hash(suite->path, NULL, hash, e))
			return -1;
		if (strcmp(hash, suite->hash) != 0)
			return bd_err(e,
				"suite %s was rebuilt after the run was planned (%s), so its "
				"rows would not belong together; begin anew with --force",
				suite->name, suite->path);
	}
	return 0;
}
