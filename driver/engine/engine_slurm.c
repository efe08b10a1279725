/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/engine/engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "driver/engine/slurm_batch.h"
#include "driver/engine/slurm_text.h"
#include "driver/exec/command_output.h"
#include "driver/exec/scheduler.h"
#include "harness/base/clock.h"

/*
 * Method: tasks are job arrays of sbatch under the name of the run, and squeue is asked for
 * that name: so tasks of an earlier driver are found again, without a file that could be wrong.
 * The result of a shard is its file, never the word of Slurm; a task that the queue has not
 * shown for six queries (ENGINE_GRACE_POLLS) without a file is lost. A queue that cannot be
 * asked says nothing about tasks. Slurm's own default of MaxArraySize gives TASKS_MAX.
 */

/* Indices above it are refused by some sites' limits; a longer list of them by sbatch. */
#define TASKS_MAX  1000
#define COMMAND_MS 30000
#define ASK_MS     120000
/* How long sbatch is tried while the controller does not answer. */
#define SUBMIT_TRIES 30
#define FILES_MS     1000
/* Variables with which a user changes what sbatch does. */
#define SBATCH_VARIABLES "SBATCH_"

struct slurm_task {
	enum engine_state state;
	unsigned absent; /* queries in a row that did not show it */
	bool seen;       /* in this query */
	bool told;       /* that it waits for somebody */
	char node[256], reason[256];
};

struct slurm_run {
	const struct engine_options *options;
	const struct engine_task *tasks;
	struct slurm_task *known;
	size_t count, open; /* open: neither done nor lost */
	const struct engine_watch *watch;
	bool unreachable; /* said */
	bool waits;       /* said */
	unsigned minutes; /* limit of the partition; 0: none */
	uint64_t asked_ns;
	struct err *e;
};

static void set_state(struct slurm_run *run, size_t i, enum engine_state state,
	const char *node, const char *why)
{
	struct slurm_task *task = &run->known[i];

	if (task->state == state && !strcmp(task->node, node) && !strcmp(task->reason, why))
		return;
	if (state == ENGINE_DONE || state == ENGINE_LOST)
		run->open--;
	task->state = state;
	snprintf(task->node, sizeof(task->node), "%s", node);
	snprintf(task->reason, sizeof(task->reason), "%s", why);
	run->watch->state(run->watch->ctx, run->tasks[i].number, state, node, why);
}

static void say(const struct slurm_run *run, const char *format, const char *text)
{
	AUTO_FREE char *sentence =
		memory_format("%s%.*s", format, (int)strcspn(text, "\n"), text);

	run->watch->say(run->watch->ctx, sentence);
}

/* `squeue` of all tasks of this run, of this or an earlier driver. */
static int ask_queue(struct slurm_run *run, struct command_output *output)
{
	AUTO(argument_list_release) struct argument_list args = { 0 };
	int rc;

	argument_list_add(&args, "squeue", "-h", "-r", "--me");
	argument_list_addf(&args, "--name=%s", run->options->name);
	argument_list_add(&args, "-o", SLURM_QUEUE_FORMAT);
	rc = command_output_run(output, &args, "SQUEUE_", COMMAND_MS, run->e);
	run->asked_ns = bd_clock_ns();
	return rc;
}

static int cancel(struct slurm_run *run, const char *job)
{
	AUTO(command_output_release) struct command_output output = { 0 };
	AUTO(argument_list_release) struct argument_list args = { 0 };
	struct err e;
	int rc;

	argument_list_add(&args, "scancel");
	if (job)
		argument_list_add(&args, job);
	else
		argument_list_addf(&args, "--me");
	if (!job)
		argument_list_addf(&args, "--name=%s", run->options->name);
	rc = command_output_run(&output, &args, "SCANCEL_", COMMAND_MS, &e);
	if (!rc && output.code)
		say(run, "scancel: ", output.errors);
	return rc;
}

static size_t find_task(const struct slurm_run *run, unsigned number)
{
	for (size_t i = 0; i < run->count; i++)
		if (run->tasks[i].number == number)
			return i;
	return run->count;
}

/* Why a task does not start by itself; of other reasons than that it is held one task tells. */
static void tell_reason(
	struct slurm_run *run, struct slurm_task *task, const struct slurm_line *line)
{
	if (task->told || !line->waits || slurm_is_ordinary(line->reason))
		return;
	if (strstr(line->reason, "JobHeld")) {
		task->told = true;
		say(run, "a task is held; free it with: scontrol release ", line->job);
	} else if (!run->waits) {
		run->waits = true;
		say(run, "tasks wait in the queue: ", line->reason);
	}
}

/* A split brain may show a task twice: one that runs counts. */
static void take_line(struct slurm_run *run, const struct slurm_line *line)
{
	size_t i = find_task(run, line->task);
	struct slurm_task *task = i < run->count ? &run->known[i] : NULL;

	if (!task || task->state == ENGINE_DONE || task->state == ENGINE_LOST)
		return;
	if (line->stuck) {
		cancel(run, line->job);
		set_state(run, i, ENGINE_LOST, "", line->reason);
		return;
	}
	if (!line->waits || !task->seen)
		set_state(run, i, line->waits ? ENGINE_WAITING : ENGINE_RUNNING,
			line->waits ? "" : line->node, line->reason);
	task->seen = true;
	task->absent = 0;
	tell_reason(run, task, line);
}

/* What the queue does not show any more brings a file soon, or never. */
static void take_absent(struct slurm_run *run)
{
	char *nothing =
		memory_format("it ended, or its node did, without a result; see %s/engine",
			run->options->folder);

	for (size_t i = 0; i < run->count; i++) {
		struct slurm_task *task = &run->known[i];
		bool failed;

		if (task->state == ENGINE_DONE || task->state == ENGINE_LOST || task->seen)
			continue;
		failed = run->watch->file(run->watch->ctx, run->tasks[i].number) ==
			 ENGINE_FILE_FAILED;
		task->absent++;
		if (task->absent >= ENGINE_GRACE_POLLS || (failed && task->absent >= 2))
			set_state(run, i, ENGINE_LOST, task->node,
				failed ? "it failed" : nothing);
	}
	free(nothing);
}

/* 0; a signal; -1. */
static int look_at_queue(struct slurm_run *run)
{
	AUTO(command_output_release) struct command_output output = { 0 };
	struct slurm_line line;
	int rc = ask_queue(run, &output);
	const char *text = output.text;

	if (!rc && output.code) {
		/* Whatever it says: nothing is known now. */
		if (!run->unreachable)
			say(run, "the queue cannot be asked; it is asked again: ",
				output.errors);
		run->unreachable = true;
	} else if (!rc) {
		if (run->unreachable)
			say(run, "the queue answers again", "");
		run->unreachable = false;
		for (size_t i = 0; i < run->count; i++)
			run->known[i].seen = false;
		while (slurm_next_line(&text, &line))
			take_line(run, &line);
		take_absent(run);
	}
	return rc;
}

static void look_at_files(struct slurm_run *run)
{
	for (size_t i = 0; i < run->count; i++) {
		struct slurm_task *task = &run->known[i];

		if (task->state != ENGINE_DONE && task->state != ENGINE_LOST &&
			run->watch->file(run->watch->ctx, run->tasks[i].number) ==
				ENGINE_FILE_DONE)
			set_state(run, i, ENGINE_DONE, task->node, "");
	}
	run->watch->tick(run->watch->ctx);
}

/* If the reply was lost, the job may be there all the same. */
static bool is_queued(struct slurm_run *run, unsigned number)
{
	AUTO(command_output_release) struct command_output output = { 0 };
	struct slurm_line line;
	bool found = false;
	const char *text;

	if (!ask_queue(run, &output) && !output.code)
		for (text = output.text; !found && slurm_next_line(&text, &line);)
			found = line.task == number;
	return found;
}

static int submit(struct slurm_run *run, const unsigned *numbers, size_t count,
	const char *avoid, const char *script)
{
	for (unsigned tries = 1;; tries++) {
		AUTO(command_output_release) struct command_output output = { 0 };
		AUTO(argument_list_release) struct argument_list args = { 0 };
		int rc;

		slurm_batch_args(
			&args, run->options, run->minutes, numbers, count, avoid, script);
		rc = command_output_run(&output, &args, SBATCH_VARIABLES, COMMAND_MS, run->e);
		if (!rc && output.code &&
			(!slurm_is_unreachable(output.errors) || tries == SUBMIT_TRIES))
			rc = bd_err(run->e, "sbatch refuses the tasks: %s", output.errors);
		else if (!rc && output.code && tries == 1)
			say(run, "the tasks cannot be submitted; this is tried again: ",
				output.errors);
		if (rc || !output.code)
			return rc;
		rc = scheduler_sleep(run->options->poll_ms);
		if (rc || is_queued(run, numbers[0]))
			return rc;
	}
}

/* One array for each list of nodes to be avoided, of the tasks that the queue does not have. */
static int submit_all(struct slurm_run *run)
{
	AUTO_FREE char *script = slurm_batch_script(run->options, run->e);
	AUTO_FREE unsigned *numbers = memory_zeroed(run->count, sizeof(*numbers));
	AUTO_FREE bool *taken = memory_zeroed(run->count, sizeof(*taken));
	int rc = script ? 0 : -1;

	for (size_t i = 0; !rc && i < run->count; i++) {
		size_t count = 0;

		if (taken[i] || run->known[i].seen || run->known[i].state == ENGINE_DONE)
			continue;
		for (size_t k = i; k < run->count; k++)
			if (!run->known[k].seen && run->known[k].state != ENGINE_DONE &&
				!strcmp(run->tasks[k].avoid, run->tasks[i].avoid)) {
				numbers[count++] = run->tasks[k].number;
				taken[k] = true;
			}
		rc = submit(run, numbers, count, run->tasks[i].avoid, script);
	}
	return rc;
}

static int wait_for_tasks(struct slurm_run *run)
{
	unsigned poll_ms = run->options->poll_ms;
	int rc = 0;

	while (!rc && run->open) {
		rc = scheduler_sleep(poll_ms < FILES_MS ? poll_ms : FILES_MS);
		if (!rc)
			look_at_files(run);
		if (!rc && run->open &&
			bd_clock_ns() - run->asked_ns >= (uint64_t)poll_ms * 1000000)
			rc = look_at_queue(run);
	}
	return rc;
}

/* What an earlier driver submitted and the queue still has is not submitted again. */
static int adopt(struct slurm_run *run)
{
	int rc = look_at_queue(run);

	for (size_t i = 0; i < run->count; i++)
		run->known[i].absent = 0;
	return rc;
}

/* A task whose limit is longer than that of the partition would wait for ever. */
static int ask_limit(struct slurm_run *run)
{
	const char *partition = run->options->partition;
	AUTO(command_output_release) struct command_output output = { 0 };
	AUTO(argument_list_release) struct argument_list args = { 0 };
	int rc;

	argument_list_add(&args, "sinfo", "-h", "-o" SLURM_LIMIT_FORMAT);
	rc = command_output_run(&output, &args, "SINFO_", COMMAND_MS, run->e);
	if (!rc && !output.code)
		run->minutes = slurm_partition_minutes(output.text, partition);
	return rc;
}

static int run_slurm(const struct engine_options *options, const struct engine_task *tasks,
	size_t count, const struct engine_watch *watch, struct err *e)
{
	struct slurm_run run = { .options = options,
		.tasks = tasks,
		.count = count,
		.open = count,
		.watch = watch,
		.e = e };
	int rc;

	run.known = memory_zeroed(count, sizeof(*run.known));
	look_at_files(&run);
	rc = adopt(&run);
	if (!rc)
		rc = ask_limit(&run);
	if (!rc)
		rc = submit_all(&run);
	if (!rc)
		rc = wait_for_tasks(&run);
	if (rc > 0)
		cancel(&run, NULL);
	free(run.known);
	return rc;
}

/* Runs the command; its text, or NULL. */
static char *answer_of(
	const struct argument_list *args, const char *but, unsigned ms, struct err *e)
{
	AUTO(command_output_release) struct command_output output = { 0 };
	int rc = command_output_run(&output, args, but, ms, e);
	char *text = NULL;

	if (!rc && output.code == 127)
		bd_err(e, "--engine slurm: there is no program %s here", args->items[0]);
	else if (!rc && output.code)
		bd_err(e, "%s: %s", args->items[0], output.errors);
	else if (!rc)
		text = memory_text(output.text);
	else if (rc > 0)
		bd_err(e, "interrupted");
	return text;
}

static int nodes_slurm(const struct engine_options *options, struct string_list *nodes,
	unsigned *most_tasks, struct err *e)
{
	AUTO(argument_list_release) struct argument_list config = { 0 };
	AUTO(argument_list_release) struct argument_list list = { 0 };
	char *text, *names = NULL, node[256];
	unsigned most;

	argument_list_add(&config, "scontrol", "show", "config");
	text = answer_of(&config, "SLURM_NO", COMMAND_MS, e);
	most = text ? slurm_max_array_size(text) : 0;
	*most_tasks = most && most < TASKS_MAX ? most : TASKS_MAX;
	argument_list_add(&list, "sinfo", "-h", "-N", "-o%N %T");
	if (options->partition)
		argument_list_addf(&list, "-p%s", options->partition);
	if (text)
		names = answer_of(&list, "SINFO_", COMMAND_MS, e);
	for (const char *p = names; p && slurm_next_node(&p, node);)
		string_list_add_once(nodes, node);
	free(text);
	free(names);
	if (text && names && !nodes->count)
		return bd_err(e, "Slurm has no node that is up%s%s",
			options->partition ? " in partition " : "",
			options->partition ? options->partition : "");
	return text && names ? 0 : -1;
}

static char *ask_slurm(const struct engine_options *options, const char *node,
	const struct string_list *words, struct err *e)
{
	AUTO(argument_list_release) struct argument_list args = { 0 };

	argument_list_add(&args, "srun", "--quiet", "--nodes=1", "--ntasks=1", "--immediate=60",
		"--time=2");
	argument_list_addf(&args, "--nodelist=%s", node);
	if (options->partition)
		argument_list_addf(&args, "--partition=%s", options->partition);
	argument_list_add(&args, options->program);
	argument_list_add_all(&args, words);
	return answer_of(&args, "SLURM_N", ASK_MS, e);
}

const struct engine engine_slurm = {
	.name = "slurm", .run = run_slurm, .nodes = nodes_slurm, .ask = ask_slurm
};
