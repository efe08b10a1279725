/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/engine/engine.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "driver/exec/argument_list.h"
#include "driver/exec/command_output.h"
#include "driver/exec/scheduler.h"
#include "harness/base/clock.h"

/* More would make nobody faster. */
#define TASKS_MAX 1000
#define TICK_MS   500
#define GRACE_MS  10000
#define ASK_MS    60000
/* The exit code of ssh where the connection failed. */
#define SSH_FAILED 255

struct hosts_run {
	const struct engine_options *options;
	const struct engine_task *tasks;
	size_t count;
	const struct engine_watch *watch;
	bool ssh;
	struct string_list names;
	enum engine_state *states; /* of each task */
	bool *dead;                /* of each host */
	size_t *running;           /* of each host: the task */
	bool *late;                /* of each task: it ended well, and its file is not seen */
	struct argument_list *args, env;
	uint64_t asked_ns; /* to stop; 0: not yet */
};

static bool avoids(const char *nodes, const char *node)
{
	size_t size = strlen(node);

	for (const char *p = nodes; *p; p += strspn(p, ",")) {
		size_t length = strcspn(p, ",");

		if (length == size && !memcmp(p, node, size))
			return true;
		p += length;
	}
	return false;
}

/* ssh gives one line to the shell of the other side. */
static void add_ssh(
	struct argument_list *args, const struct engine_options *options, const char *host)
{
	static const char *const always[] = { "ssh", "-n", "-T", "-o", "BatchMode=yes", "-o",
		"StrictHostKeyChecking=yes", "-o", "ConnectTimeout=10", "-o",
		"ServerAliveInterval=10", "-o", "ServerAliveCountMax=3" };

	for (size_t i = 0; i < ARRAY_SIZE(always); i++)
		argument_list_add(args, always[i]);
	if (options->ssh_config) {
		argument_list_add(args, "-F", options->ssh_config);
	}
	argument_list_add(args, "--", host);
}

static void task_args(struct hosts_run *run, unsigned worker, unsigned number)
{
	const struct engine_options *o = run->options;
	struct argument_list *args = &run->args[worker];
	const char *node = run->names.items[worker];
	AUTO_FREE char *program = NULL, *folder = NULL, *quoted = NULL;

	argument_list_clear(args);
	if (!run->ssh) {
		argument_list_add(args, "bdriver", "shard");
		argument_list_addf(args, "--run=%s", o->folder);
		argument_list_addf(args, "--task=%u", number);
		argument_list_addf(args, "--node=%s", node);
		return;
	}
	program = command_quote(o->program);
	folder = command_quote(o->folder);
	quoted = command_quote(node);
	argument_list_add(args, "env");
	add_ssh(args, o, node);
	argument_list_addf(args, "exec %s shard --run=%s --task=%u --node=%s", program, folder,
		number, quoted);
}

/* The next task that may run on this host; `count`: none. */
static size_t find_task(const struct hosts_run *run, unsigned worker)
{
	for (size_t i = 0; i < run->count; i++)
		if (run->states[i] == ENGINE_WAITING &&
			!avoids(run->tasks[i].avoid, run->names.items[worker]))
			return i;
	return run->count;
}

static void set_state(struct hosts_run *run, size_t i, enum engine_state state,
	const char *node, const char *why)
{
	run->states[i] = state;
	run->watch->state(run->watch->ctx, run->tasks[i].number, state, node, why);
}

static enum job_answer next_task(void *ctx, unsigned worker, bool draining, struct job *job)
{
	struct hosts_run *run = ctx;
	size_t i = find_task(run, worker);

	/* Another driver's task may have brought it. */
	while (i < run->count &&
		run->watch->file(run->watch->ctx, run->tasks[i].number) == ENGINE_FILE_DONE) {
		set_state(run, i, ENGINE_DONE, "", "");
		i = find_task(run, worker);
	}
	if (draining || run->dead[worker] || i == run->count)
		return JOB_NONE;
	run->running[worker] = i;
	set_state(run, i, ENGINE_RUNNING, run->names.items[worker], "");
	task_args(run, worker, run->tasks[i].number);
	*job = (struct job){ .path = run->ssh ? "/usr/bin/env" : run->options->program,
		.args = run->args[worker].items,
		.env = run->env.items,
		.timeout_ms = (uint64_t)run->options->limit_s * 1000,
		.grace_ms = GRACE_MS,
		.output = JOB_OUTPUT_STDOUT,
		.brief = true,
		.anywhere = true };
	return JOB_READY;
}

/* The last line of what it wrote to stderr. */
static char *last_line(const struct job_result *result)
{
	const char *text = result->errors ? result->errors : "";
	size_t end = strlen(text), start;

	while (end && strchr("\r\n ", text[end - 1]))
		end--;
	for (start = end; start && text[start - 1] != '\n'; start--)
		;
	return memory_format("%.*s", (int)(end - start), text + start);
}

static int task_done(void *ctx, unsigned worker, const struct job_result *result)
{
	struct hosts_run *run = ctx;
	size_t i = run->running[worker];
	const char *host = run->names.items[worker];
	AUTO_FREE char *why = NULL, *said = NULL;
	bool unreachable;

	if (run->watch->file(run->watch->ctx, run->tasks[i].number) == ENGINE_FILE_DONE) {
		set_state(run, i, ENGINE_DONE, host, "");
		return 0;
	}
	if (result->end == JOB_EXITED && result->code == 0) {
		run->late[i] = true;
		return 0;
	}
	said = last_line(result);
	unreachable = result->end == JOB_EXITED && result->code == SSH_FAILED;
	if (result->flooded)
		why = memory_text("it wrote without end");
	else if (result->end == JOB_TIMEOUT)
		why = memory_text("its time limit was over");
	else if (run->ssh && unreachable)
		why = memory_format("the connection failed (%s)", said);
	else if (result->end == JOB_EXITED)
		why = memory_format("exit code %d%s%s", result->code, *said ? ": " : "", said);
	else
		why = memory_format("ended by signal %d", result->code);
	/* Such a host would take one task after the other. */
	if (run->ssh && (result->flooded || unreachable)) {
		AUTO_FREE char *sentence =
			memory_format("%s: %s: it gets no more tasks", host, why);

		run->dead[worker] = true;
		run->watch->say(run->watch->ctx, sentence);
		set_state(run, i, ENGINE_WAITING, "", "");
	} else {
		set_state(run, i, result->end == JOB_CANCELLED ? ENGINE_WAITING : ENGINE_LOST,
			host, why);
	}
	return 0;
}

static uint64_t grace_ns(const struct hosts_run *run)
{
	return (uint64_t)ENGINE_GRACE_POLLS * run->options->poll_ms * 1000000;
}

static void on_tick(void *ctx)
{
	const struct hosts_run *run = ctx;

	run->watch->tick(run->watch->ctx);
	/* A frozen machine does not end its shard. */
	if (run->asked_ns && bd_clock_ns() - run->asked_ns > grace_ns(run))
		raise(SIGTERM);
}

/* The end of ssh would not end what it started, so the tasks end themselves. */
static void on_stopping(void *ctx, int signal, bool again)
{
	struct hosts_run *run = ctx;

	(void)signal;
	run->asked_ns = again ? 0 : bd_clock_ns();
	if (!again)
		run->watch->stopping(run->watch->ctx);
}

static void name_hosts(
	const struct engine_options *options, bool ssh, struct string_list *names)
{
	size_t count = options->nodes;

	if (!ssh) {
		for (size_t i = 1; i <= (count ? count : 1); i++)
			string_list_addf(names, "local%zu", i);
		return;
	}
	for (size_t i = 0; i < options->hosts->count && (!count || i < count); i++)
		string_list_add_once(names, options->hosts->items[i]);
}

static size_t look_for_late(struct hosts_run *run)
{
	size_t left = 0;

	for (size_t i = 0; i < run->count; i++) {
		if (run->late[i] && run->watch->file(run->watch->ctx, run->tasks[i].number) ==
					    ENGINE_FILE_DONE) {
			run->late[i] = false;
			set_state(run, i, ENGINE_DONE, "", "");
		}
		left += run->late[i];
	}
	run->watch->tick(run->watch->ctx);
	return left;
}

/* 0; a signal. */
static int wait_for_late(struct hosts_run *run)
{
	uint64_t start = bd_clock_ns();
	int rc = 0;

	while (!rc && look_for_late(run) && bd_clock_ns() - start < grace_ns(run))
		rc = scheduler_sleep(TICK_MS);
	for (size_t i = 0; !rc && i < run->count; i++)
		if (run->late[i])
			set_state(run, i, ENGINE_LOST, "",
				"it ended well, but its part is not in the folder");
	return rc;
}

static int run_hosts(struct hosts_run *run, struct err *e)
{
	size_t hosts = run->names.count;
	AUTO_FREE int *cpus = memory_zeroed(hosts, sizeof(*cpus));
	int rc;
	struct scheduler_options options = {
		.workers = (unsigned)hosts, .cpus = cpus, .tick_ms = TICK_MS
	};
	struct job_source source = { .next = next_task,
		.done = task_done,
		.stopping = on_stopping,
		.tick = on_tick,
		.ctx = run };

	for (size_t i = 0; i < hosts; i++)
		cpus[i] = -1;
	run->states = memory_zeroed(run->count, sizeof(*run->states));
	run->dead = memory_zeroed(hosts, sizeof(*run->dead));
	run->running = memory_zeroed(hosts, sizeof(*run->running));
	run->late = memory_zeroed(run->count, sizeof(*run->late));
	run->args = memory_zeroed(hosts, sizeof(*run->args));
	argument_list_add(&run->env, "BDRIVER_ENGINE=1");
	argument_list_inherit(&run->env);
	rc = scheduler_run(&options, &source, e);
	if (!rc)
		rc = wait_for_late(run);
	for (size_t i = 0; !rc && i < run->count; i++)
		if (run->states[i] == ENGINE_WAITING)
			set_state(run, i, ENGINE_LOST, "", "no node is left that may run it");
	for (size_t i = 0; i < hosts; i++)
		argument_list_release(&run->args[i]);
	argument_list_release(&run->env);
	free(run->args);
	free(run->late);
	free(run->running);
	free(run->dead);
	free(run->states);
	return rc;
}

static int run_tasks(bool ssh, const struct engine_options *options,
	const struct engine_task *tasks, size_t count, const struct engine_watch *watch,
	struct err *e)
{
	struct hosts_run run = {
		.options = options, .tasks = tasks, .count = count, .watch = watch, .ssh = ssh
	};
	int rc;

	name_hosts(options, ssh, &run.names);
	if (!run.names.count)
		rc = bd_err(e, "--engine ssh: name the hosts with --hosts HOST,HOST...");
	else
		rc = run_hosts(&run, e);
	string_list_release(&run.names);
	return rc;
}

static int run_ssh(const struct engine_options *options, const struct engine_task *tasks,
	size_t count, const struct engine_watch *watch, struct err *e)
{
	return run_tasks(true, options, tasks, count, watch, e);
}

static int run_local(const struct engine_options *options, const struct engine_task *tasks,
	size_t count, const struct engine_watch *watch, struct err *e)
{
	return run_tasks(false, options, tasks, count, watch, e);
}

static int nodes_ssh(const struct engine_options *options, struct string_list *nodes,
	unsigned *most_tasks, struct err *e)
{
	*most_tasks = TASKS_MAX;
	name_hosts(options, true, nodes);
	return nodes->count
		       ? 0
		       : bd_err(e, "--engine ssh: name the hosts with --hosts HOST,HOST...");
}

static int nodes_local(const struct engine_options *options, struct string_list *nodes,
	unsigned *most_tasks, struct err *e)
{
	(void)e;
	*most_tasks = TASKS_MAX;
	name_hosts(options, false, nodes);
	return 0;
}

/* Takes the text of a command that ended well. */
static char *take_answer(struct argument_list *args, const char *node, struct err *e)
{
	AUTO(command_output_release) struct command_output output = { 0 };
	int rc = command_output_run(&output, args, NULL, ASK_MS, e);
	char *text = NULL;

	if (!rc && output.code)
		bd_err(e, "%s does not answer: %s", node, output.errors);
	else if (!rc)
		text = memory_text(output.text);
	else if (rc > 0)
		bd_err(e, "interrupted");
	argument_list_release(args);
	return text;
}

static char *ask_ssh(const struct engine_options *options, const char *node,
	const struct string_list *words, struct err *e)
{
	struct argument_list args = { 0 };
	struct string_list quoted = { 0 };
	char *word = command_quote(options->program);
	AUTO_FREE char *line = NULL;

	string_list_add(&quoted, word);
	free(word);
	for (size_t i = 0; i < words->count; i++) {
		word = command_quote(words->items[i]);
		string_list_add(&quoted, word);
		free(word);
	}
	line = string_list_take(&quoted, " ");
	add_ssh(&args, options, node);
	argument_list_addf(&args, "%s", line);
	return take_answer(&args, node, e);
}

static char *ask_local(const struct engine_options *options, const char *node,
	const struct string_list *words, struct err *e)
{
	struct argument_list args = { 0 };

	argument_list_add(&args, options->program);
	argument_list_add_all(&args, words);
	return take_answer(&args, node, e);
}

const struct engine engine_ssh = {
	.name = "ssh", .run = run_ssh, .nodes = nodes_ssh, .ask = ask_ssh
};

const struct engine engine_local = {
	.name = "local-shards", .run = run_local, .nodes = nodes_local, .ask = ask_local
};
