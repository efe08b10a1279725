/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/pool_run/pool.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "driver/base/message.h"
#include "driver/base/path.h"
#include "driver/base/ranges.h"
#include "driver/base/terminal.h"
#include "driver/base/units.h"
#include "driver/exec/scheduler.h"
#include "driver/pool/dispatch.h"
#include "driver/pool/health.h"
#include "driver/pool/merge.h"
#include "driver/pool/plan_file.h"
#include "driver/pool_run/pool_plan.h"
#include "driver/pool_run/pool_progress.h"
#include "driver/pool_run/pool_tuned.h"
#include "driver/run/console.h"
#include "driver/run/log.h"
#include "driver/run/logs.h"
#include "driver/run/resumed.h"
#include "driver/run/run.h"

/* Between two queries of a queue; the variable is for tests. */
#define POLL_MS       10000
#define POLL_VARIABLE "BDRIVER_POOL_POLL_MS"
#define POLL_MAX_MS   3600000
/* A task is ended by the engine, should bdriver not end by itself, after this many times what
 * is expected and an hour. */
#define LIMIT_TIMES 5
#define LIMIT_MORE  3600
/* Names of missing benchmarks that are printed. */
#define NAMED 10

struct pool_run {
	struct run *run;
	char *folder, *name;
	struct pool_plan plan;
	struct dispatch dispatch;
	struct health health;
	bool elsewhere; /* shards of nodes that are off were measured on others */
	struct pool_progress progress;
	char *why; /* of the shard that is merged */
};

/* OUT/pool, or LOG.pool. */
static char *folder_of(const struct run *run)
{
	AUTO_FREE char *here = *run->logs.path == '/' ? NULL : getcwd(NULL, 0);

	return memory_format("%s%s%s%s", here ? here : "", here ? "/" : "", run->logs.path,
		run->builds.count > 1 ? "/pool" : ".pool");
}

static void set_engine(struct pool_run *pool)
{
	const struct run_settings *s = &pool->run->settings;
	const char *poll = getenv(POLL_VARIABLE);
	int64_t poll_ms = POLL_MS;
	double longest = 0;
	struct err e;

	for (size_t i = 0; i < pool->plan.shard_count; i++)
		if (pool->plan.shards[i].ns > longest)
			longest = pool->plan.shards[i].ns;
	if (poll && count_parse(poll, 1, POLL_MAX_MS, &poll_ms, &e))
		message_warning(POLL_VARIABLE ": %s", e.text);
	pool->name = memory_format("bd-%s", pool->plan.id);
	pool->dispatch.engine = engine_find(s->engine);
	pool->dispatch.plan = &pool->plan;
	pool->dispatch.options = (struct engine_options){ .program = path_of_program(),
		.folder = pool->folder,
		.name = pool->name,
		.hosts = s->hosts,
		.ssh_config = s->ssh_config,
		.partition = s->partition,
		.nodes = s->nodes,
		.limit_s = (unsigned)(LIMIT_TIMES * longest / 1e9) + LIMIT_MORE,
		.poll_ms = (unsigned)poll_ms };
}

/* Makes the logs with their metadata, or opens those of the run that is resumed. */
static int open_logs(struct run *run, struct err *e)
{
	enum resumed_code code;

	for (size_t b = 0; b < run->builds.count; b++)
		run->builds.items[b].writer.extra = LOG_NODE;
	if (!run->logs.resumed)
		return run_logs_refuse(run, e)   ? EXIT_USAGE
		       : run_logs_create(run, e) ? EXIT_WRITE
						 : 0;
	code = run_resumed_open(run, e);
	for (size_t b = 0; !code && !run->logs.complete && b < run->builds.count; b++)
		if (log_writer_drop_rows(&run->builds.items[b].writer, e))
			code = RESUMED_UNWRITABLE;
	return code == RESUMED_UNFIT ? EXIT_USAGE : code ? EXIT_WRITE : 0;
}

static int open_plan(struct pool_run *pool, struct err *e)
{
	struct run *run = pool->run;
	AUTO_FREE char *plan = memory_format("%s/plan.json", pool->folder);
	AUTO_FREE char *stop = memory_format("%s/stop", pool->folder);
	bool is_there = access(plan, F_OK) == 0;
	int code = 0;

	if (run->logs.resumed && is_there)
		code = pool_plan_read(&pool->plan, pool->folder, e) ||
				       run_pool_check(run, &pool->plan, e)
			       ? EXIT_USAGE
			       : 0;
	else
		code = run_pool_plan(run, &pool->plan, pool->folder, e);
	unlink(stop);
	return code;
}

static void on_say(void *ctx, const char *sentence)
{
	pool_progress_say(&((struct pool_run *)ctx)->progress, sentence);
}

static void on_tick(void *ctx)
{
	struct pool_run *pool = ctx;

	pool_progress_show(&pool->progress, &pool->dispatch);
}

/* For engines that cannot end a task. */
static void ask_to_stop(const struct pool_run *pool)
{
	AUTO_FREE char *path = memory_format("%s/stop", pool->folder);
	struct err e;

	attempts_note(path, "", &e);
}

static void on_stopping(void *ctx)
{
	struct pool_run *pool = ctx;

	ask_to_stop(pool);
	pool_progress_say(&pool->progress,
		"asks the machines to end their shards; once more to leave them");
}

/* 0; a signal; -1. anew: attempts of earlier calls do not count. */
static int measure_once(struct pool_run *pool, bool anew, struct err *e)
{
	int rc;

	dispatch_release(&pool->dispatch);
	dispatch_init(&pool->dispatch, anew);
	pool_progress_begin(&pool->progress, &pool->run->settings, &pool->dispatch);
	rc = dispatch_run(&pool->dispatch, e);
	pool_progress_end(&pool->progress);
	return rc;
}

static bool is_whole(const struct pool_run *pool)
{
	return pool->dispatch.done == pool->plan.shard_count;
}

/* Shards of nodes that are off go to other nodes, once; what nobody else measures counts. */
static int measure_elsewhere(struct pool_run *pool, struct err *e)
{
	size_t shards;
	int rc;

	health_read(&pool->health, &pool->plan, pool->folder);
	for (size_t i = 0; i < pool->health.off.count; i++)
		message_warning("node %s is off: %s; see `bdriver env` there, or drain it",
			pool->health.off.items[i], pool->health.what.items[i]);
	if (pool->plan.replicas > 1 || pool->dispatch.engine->external || !is_whole(pool))
		return 0;
	shards = health_put_aside(&pool->health, &pool->plan, pool->folder);
	if (!shards)
		return 0;
	message_warning("%zu shard%s measured again on other nodes", shards,
		shards == 1 ? " is" : "s are");
	rc = measure_once(pool, false, e);
	health_put_back(&pool->plan, pool->folder);
	pool->elsewhere = true;
	dispatch_release(&pool->dispatch);
	dispatch_init(&pool->dispatch, false);
	return rc;
}

static int measure(struct pool_run *pool, struct err *e)
{
	int rc;

	set_engine(pool);
	pool->dispatch.say = on_say;
	pool->dispatch.tick = on_tick;
	pool->dispatch.stopping = on_stopping;
	pool->dispatch.ctx = pool;
	rc = measure_once(pool, true, e);
	if (!rc)
		rc = measure_elsewhere(pool, e);
	if (rc > 0)
		ask_to_stop(pool);
	return rc;
}

static const char *why_missing(void *ctx, unsigned shard)
{
	struct pool_run *pool = ctx;

	free(pool->why);
	pool->why = dispatch_why(&pool->dispatch, shard);
	return pool->why;
}

static size_t subject_of(const struct run *run, const char *suite, const char *name)
{
	size_t i = 0;

	while (i < run->subject_count && (strcmp(run->subjects[i].name, name) != 0 ||
						 strcmp(run->subjects[i].suite, suite) != 0))
		i++;
	return i;
}

/* Only what failed is told at the end. */
static void on_row(void *ctx, const char *suite, const char *name, size_t build,
	enum outcome outcome, const char *detail)
{
	struct run *run = ((struct pool_run *)ctx)->run;
	struct launch launch = LAUNCH_UNKNOWN;
	size_t subject;

	if (outcome == OUTCOME_OK)
		return;
	subject = subject_of(run, suite, name);
	launch.status = (uint8_t)outcome;
	if (subject < run->subject_count)
		run_summary_add(
			&run->summary, run_item_of(run, subject, build), &launch, detail, NULL);
}

static void say_missing(const struct pool_run *pool, const struct string_list *missing)
{
	for (unsigned i = 0; i < pool->plan.shard_count; i++)
		if (pool->dispatch.shards[i].state != ENGINE_DONE) {
			AUTO_FREE char *why = dispatch_why(&pool->dispatch, i);

			message_warning("shard %u %s; it is not tried again: %zu benchmark%s",
				i, why, pool->plan.shards[i].count,
				PLURAL(pool->plan.shards[i].count));
		}
	for (size_t i = 0; i < missing->count && i < NAMED; i++)
		message_warning("missing: %s", missing->items[i]);
	if (missing->count > NAMED)
		message_warning("... and %zu more; the log has them with the status skipped",
			missing->count - NAMED);
}

/* How the run was measured, and what was found of its nodes. */
static int put_findings(const struct pool_run *pool, struct log_writer *writer, struct err *e)
{
	const struct health *health = &pool->health;
	char text[32];
	int rc;

	snprintf(text, sizeof(text), "%u", pool->plan.replicas);
	rc = log_writer_meta(writer, LOG_ENGINE, pool->run->settings.engine, e) ||
	     log_writer_meta(writer, "replicas", text, e);
	for (size_t i = 0; !rc && i < health->off.count; i++) {
		AUTO_FREE char *key = memory_format("node.%s.off", health->off.items[i]);
		AUTO_FREE char *what = memory_format("%s%s", health->what.items[i],
			pool->elsewhere ? "; its shards were measured again elsewhere" : "");

		rc = log_writer_meta(writer, key, what, e);
	}
	return rc ? -1 : 0;
}

static int merge(struct pool_run *pool, struct err *e)
{
	struct run *run = pool->run;
	struct log_writer *writers[MEASURE_BUILDS_MAX];
	AUTO(pool_merge_release)
	struct pool_merge m = { .plan = &pool->plan,
		.folder = pool->folder,
		.writers = writers,
		.why = why_missing,
		.row = on_row,
		.ctx = pool };
	int rc;

	for (size_t b = 0; b < run->builds.count; b++)
		writers[b] = &run->builds.items[b].writer;
	rc = pool_merge_run(&m, e);
	for (size_t b = 0; !rc && b < run->builds.count; b++)
		rc = put_findings(pool, writers[b], e);
	if (!rc)
		say_missing(pool, &m.missing);
	rc = rc ? EXIT_WRITE : m.missing.count ? EXIT_UNMEASURED : 0;
	return rc;
}

static int interrupted(struct run *run, int signal)
{
	run_logs_leave(run);
	console_interrupted(run);
	return 128 + signal;
}

static int finish(struct pool_run *pool, enum run_pool_end *end)
{
	struct run *run = pool->run;
	struct err e = { "" }, why;
	int code = merge(pool, &e);

	run_logs_name_errors(run);
	unlink(run->errors.path);
	attempts_gather_errors(pool->folder, run->errors.path);
	if (!run->settings.iterations && pool_tuned_take(&run->tuned, pool->folder, &why))
		message_warning("%s", why.text);
	if (code == EXIT_WRITE)
		return message_error(EXIT_WRITE,
			"%s; the parts are in %s, and the run can be resumed", e.text,
			pool->folder);
	if (code) {
		*end = RUN_POOL_MISSING;
		run_logs_leave(run);
		console_interrupted(run);
		return code;
	}
	if (run_logs_end(run, &e))
		return message_error(EXIT_WRITE, "%s", e.text);
	*end = RUN_POOL_WHOLE;
	return 0;
}

/* The parts that something else is to bring are not all there. */
static int wait_for_others(const struct pool_run *pool)
{
	AUTO_FREE unsigned *missing = memory_zeroed(pool->plan.shard_count, sizeof(*missing));
	size_t count = 0;
	AUTO_FREE char *list = NULL, *command = console_resume_command(pool->run);
	AUTO_FREE char *program = terminal_word(path_of_program()),
		       *folder = terminal_word(pool->folder);

	for (unsigned i = 0; i < pool->plan.shard_count; i++)
		if (pool->dispatch.shards[i].state != ENGINE_DONE)
			missing[count++] = i;
	list = ranges_text(missing, count);
	fprintf(stderr,
		"%zu of %zu shards have no part: %s. Run each on a machine of the pool:\n"
		"  %s shard --run %s --task N\n"
		"Then: %s\n",
		count, pool->plan.shard_count, list, program, folder, command);
	run_logs_leave(pool->run);
	return pool->run->logs.resumed ? EXIT_UNMEASURED : EXIT_FINE;
}

static int measure_and_merge(struct pool_run *pool, enum run_pool_end *end, struct err *e)
{
	int rc = measure(pool, e);

	if (rc < 0) {
		AUTO_FREE char *command = console_resume_command(pool->run);

		message_error(
			EXIT_WRITE, "%s; what was measured is kept: %s", e->text, command);
		return EXIT_WRITE;
	}
	if (rc > 0)
		return interrupted(pool->run, rc);
	if (pool->dispatch.engine->external && !is_whole(pool))
		return wait_for_others(pool);
	return finish(pool, end);
}

int run_pool_measure(struct run *run, enum run_pool_end *end)
{
	struct pool_run pool = { .run = run, .folder = folder_of(run) };
	struct err e = { "" };
	/* Nothing is made where the engine refuses. */
	int code = run_pool_nodes(run, NULL, NULL, &e) ? EXIT_USAGE : open_logs(run, &e);

	*end = RUN_POOL_STOPPED;
	if (!code && !run->logs.complete)
		code = open_plan(&pool, &e);
	signal(SIGPIPE, SIG_IGN);
	scheduler_hold_signals();
	if (code)
		code = message_error(code, "%s", e.text);
	else if (run->logs.complete)
		*end = RUN_POOL_WHOLE;
	else
		code = measure_and_merge(&pool, end, &e);
	health_release(&pool.health);
	dispatch_release(&pool.dispatch);
	pool_plan_release(&pool.plan);
	free(pool.why);
	free(pool.folder);
	free(pool.name);
	return code;
}
