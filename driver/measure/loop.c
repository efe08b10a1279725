/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/measure/loop.h"

#include "driver/measure/files.h"
#include "driver/measure/next.h"
#include "driver/measure/request.h"
#include "driver/measure/trial.h"
#include "driver/measure/ways.h"

#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "driver/base/child.h"
#include "driver/exec/process_sweep.h"

/*
 * Method: the scheduler pulls. Where a process is free it asks next_job(): a worker without a
 * slot takes the next one that may begin (next.c), in the first way that fits it (ways.c); one
 * that has a slot launches its next build. At the end of a launch job_done() lets the way take
 * it; when all of the slot have ended, the way says whether the slot begins once more (a trial
 * is over) or is left. A launch that was cut leaves no row. State is in m->state, facts about a
 * benchmark in its subject.
 */

static struct worker *worker_of(const struct measure *m, unsigned index)
{
	return &m->state->workers[index / m->state->processes];
}

static struct worker_process *process_of(const struct measure *m, unsigned index)
{
	return &worker_of(m, index)->processes[index % m->state->processes];
}

/* 0; -1: the driver lacks what its start needs. */
static int check_start(
	const struct measure *m, const struct worker *worker, const struct job_result *result)
{
	const struct subject *s = subject_of(m, worker);

	if (result->end != JOB_NOT_RUN ||
		!shortage(result->code, config_suite_limits(s->settings).memory_kib))
		return 0;
	return bd_err(m->state->e, "%s/%s cannot be started: %s; " SHORTAGE_ADVICE, s->suite,
		s->name, strerror(result->code));
}

/* By the driver, before its time limit: what it tuned is tuned in another launch, if there is
 * one. */
static bool was_ended(struct measure *m, struct worker *worker, const struct measure_end *end)
{
	bool is_cut = end->result->end == JOB_TIMEOUT && end->process->cut;
	bool ended = is_cut || end->result->end == JOB_CANCELLED;

	if (is_cut && m->options->cut)
		m->options->cut(m->options->ctx, slot_of(m, worker)->benchmark);
	if (ended)
		subject_of(m, worker)->tuning &= !end->process->tunes && !worker->way->tries;
	return ended;
}

/* When may the next launch begin? What is measured next, and in which way. */
static enum job_answer begin_slot(struct measure *m, struct worker *worker)
{
	do {
		enum job_answer answer = next_slot(m, worker);

		if (answer != JOB_READY)
			return answer;
		trial_reset(&worker->trial);
	} while (!way_begin(m, worker));
	m->state->active++;
	m->state->serial = worker->kind != REPEAT_PLANNED || subject_of(m, worker)->alone;
	return JOB_READY;
}

/* What is started. */
static enum job_answer next_job(void *ctx, unsigned index, bool draining, struct job *job)
{
	struct measure *m = ctx;
	struct worker *worker = worker_of(m, index);
	enum job_answer answer = JOB_READY;

	if (!worker->way)
		answer = draining ? JOB_NONE : begin_slot(m, worker);
	else if ((worker->running && !worker->way->together) || !slot_seek(m, worker))
		answer = JOB_WAIT;
	if (answer != JOB_READY)
		return answer;
	request_launch(m, worker, process_of(m, index), job);
	worker->running++;
	if (m->options->started)
		m->options->started(m->options->ctx, worker_index(m, worker),
			slot_of(m, worker)->benchmark);
	return answer;
}

/* What happens at its end. */
static int job_done(void *ctx, unsigned index, const struct job_result *result)
{
	struct measure *m = ctx;
	struct worker *worker = worker_of(m, index);
	const struct worker_process *process = process_of(m, index);
	const struct measure_end end = { process, slot_build_at(m, worker, process->position),
		result };

	worker->running--;
	if (was_ended(m, worker, &end)) {
		if (!worker->running)
			slot_leave(m, worker);
		return 0;
	}
	m->state->channel.reading.cpu_time = process->cpu_time;
	if (check_start(m, worker, result) || worker->way->took(m, worker, &end))
		return -1;
	if (worker->running || slot_seek(m, worker))
		return 0;
	while (worker->way->over && worker->way->over(m, worker))
		if (way_begin(m, worker))
			return 0;
	slot_leave(m, worker);
	return 0;
}

static void on_stopping(void *ctx, bool again)
{
	struct measure *m = ctx;

	if (m->options->stopping)
		m->options->stopping(m->options->ctx, again);
}

static void on_tick(void *ctx)
{
	struct measure *m = ctx;

	if (m->options->tick)
		m->options->tick(m->options->ctx);
}

static struct measure_state *state_new(const struct measure *m, struct err *e)
{
	struct measure_state *s = memory_zeroed(1, sizeof(*s));

	s->e = e;
	s->sweeps = sweep_works();
	s->taken = memory_zeroed(m->plan->slot_count, sizeof(*s->taken));
	s->failed_groups = memory_zeroed(m->plan->slot_count, sizeof(*s->failed_groups));
	s->hung = memory_zeroed(m->plan->slot_count, sizeof(*s->hung));
	if (m->done)
		memcpy(s->taken, m->done, m->plan->slot_count * sizeof(*s->taken));
	s->workers = memory_zeroed(m->options->workers, sizeof(*s->workers));
	s->processes = m->interleaves && m->options->workers <= JOB_WORKERS_MAX / PROCESSES_MAX
			       ? PROCESSES_MAX
			       : 1;
	return s;
}

void measure_release(struct measure *m)
{
	files_release(m);
}

static void state_free(const struct measure *m, struct measure_state *s)
{
	for (unsigned i = 0; i < m->options->workers; i++) {
		for (unsigned p = 0; p < PROCESSES_MAX; p++)
			launch_args_release(&s->workers[i].processes[p].args);
		trial_reset(&s->workers[i].trial);
	}
	channel_release(&s->channel);
	free(s->taken);
	free(s->failed_groups);
	free(s->hung);
	free(s->workers);
	free(s);
}

/* The scheduler's workers are processes: those of a worker are on the same CPU. */
static int run_scheduler(struct measure *m, struct err *e)
{
	const struct measure_options *o = m->options;
	unsigned processes = m->state->processes;
	AUTO_FREE int *cpus = memory_zeroed((size_t)o->workers * processes, sizeof(*cpus));
	struct scheduler_options options = { .workers = o->workers * processes,
		.cpus = cpus,
		.own = &o->own_cpu,
		.own_count = o->own_cpu >= 0,
		.tick_ms = o->tick ? o->tick_ms : 0 };
	struct job_source source = { .next = next_job,
		.done = job_done,
		.stopping = on_stopping,
		.tick = on_tick,
		.ctx = m };

	for (unsigned i = 0; i < o->workers * processes; i++)
		cpus[i] = o->cpus[i / processes];
	return scheduler_run(&options, &source, e);
}

int measure_run(struct measure *m, struct err *e)
{
	int rc;

	files_take(m);
	m->state = state_new(m, e);
	if (m->policy)
		repeat_policy_begin(m->policy, m->plan);
	rc = run_scheduler(m, e);
	state_free(m, m->state);
	m->state = NULL;
	if (m->policy)
		repeat_policy_end(m->policy);
	return rc;
}
