/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "driver/base/child.h"
#include "driver/exec/process_sweep.h"
#include "driver/measure/files.h"
#include "driver/measure/measure.h"
#include "driver/measure/next.h"
#include "driver/measure/trial.h"

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
static int check_start(const struct measure_end *end)
{
	const struct subject *s = subject_of(end->worker);
	int code = end->result->code;

	if (end->result->end != JOB_NOT_RUN ||
		!shortage(code, config_suite_limits(s->settings).memory_kib))
		return 0;
	return bd_err(end->worker->m->state->e, "%s/%s cannot be started: %s; " SHORTAGE_ADVICE,
		s->suite, s->name, strerror(code));
}

/* By the driver, before its time limit: what it tuned is tuned in another launch, if there is
 * one. */
static bool was_ended(const struct measure_end *end)
{
	const struct measure_options *o = end->worker->m->options;
	struct subject *subject = subject_of(end->worker);
	bool is_cut = end->result->end == JOB_TIMEOUT && end->process->cut;
	bool ended = is_cut || end->result->end == JOB_CANCELLED;

	if (is_cut)
		o->cut(o->run, slot_of(end->worker)->benchmark);
	if (ended)
		subject->tuning &= !end->process->tunes && !end->worker->way->tries;
	return ended;
}

/* When may the next launch begin? What is measured next, and in which way. */
static enum job_answer begin_slot(struct worker *worker)
{
	do {
		enum job_answer answer = next_slot(worker);

		if (answer != JOB_READY)
			return answer;
		trial_reset(&worker->trial);
	} while (!way_begin(worker));
	worker->m->state->active++;
	worker->m->state->serial = worker->kind != REPEAT_PLANNED || subject_of(worker)->alone;
	return JOB_READY;
}

/* What is started. */
static enum job_answer next_job(void *ctx, unsigned index, bool draining, struct job *job)
{
	struct measure *m = ctx;
	struct worker *worker = worker_of(m, index);
	enum job_answer answer = JOB_READY;

	if (!worker->way)
		answer = draining ? JOB_NONE : begin_slot(worker);
	else if ((worker->running && !worker->way->together) || !slot_seek(worker))
		answer = JOB_WAIT;
	if (answer != JOB_READY)
		return answer;
	next_launch(worker, process_of(m, index), job);
	worker->running++;
	m->options->started(m->options->run, worker_index(worker), slot_of(worker)->benchmark);
	return answer;
}

/* What happens at its end. */
static int job_done(void *ctx, unsigned index, const struct job_result *result)
{
	struct measure *m = ctx;
	struct worker *worker = worker_of(m, index);
	const struct worker_process *process = process_of(m, index);
	const struct measure_end end = { worker, process,
		slot_build_at(worker, process->position), result };

	worker->running--;
	if (was_ended(&end)) {
		if (!worker->running)
			slot_leave(worker);
		return 0;
	}
	m->state->channel.reading.cpu_time = process->cpu_time;
	m->state->channel.reading.most_samples = process->samples;
	if (check_start(&end) || worker->way->took(&end))
		return -1;
	if (worker->running || slot_seek(worker))
		return 0;
	while (worker->way->over && worker->way->over(worker))
		if (way_begin(worker))
			return 0;
	slot_leave(worker);
	return 0;
}

static void on_stopping(void *ctx, bool again)
{
	const struct measure *m = ctx;

	m->options->stopping(m->options->run, again);
}

static void on_tick(void *ctx)
{
	const struct measure *m = ctx;

	m->options->tick(m->options->run);
}

static struct measure_state *state_new(struct measure *m, struct err *e)
{
	struct measure_state *s = memory_zeroed(1, sizeof(*s));

	s->e = e;
	s->sweeps = sweep_works();
	s->slots = memory_zeroed(m->plan->slot_count, sizeof(*s->slots));
	for (size_t i = 0; i < m->plan->slot_count; i++)
		s->slots[i].taken = m->plan->slots[i].done;
	s->workers = memory_zeroed(m->options->workers, sizeof(*s->workers));
	for (unsigned i = 0; i < m->options->workers; i++)
		s->workers[i].m = m;
	s->processes = m->settings->turns.interleave &&
				       m->options->workers <= JOB_WORKERS_MAX / PROCESSES_MAX
			       ? PROCESSES_MAX
			       : 1;
	return s;
}

void measure_release(struct measure *m)
{
	free(m->files);
	m->files = NULL;
}

static void state_free(const struct measure *m, struct measure_state *s)
{
	for (unsigned i = 0; i < m->options->workers; i++) {
		for (unsigned p = 0; p < PROCESSES_MAX; p++)
			launch_args_release(&s->workers[i].processes[p].args);
		trial_reset(&s->workers[i].trial);
	}
	launch_reading_release(&s->channel.reading);
	free(s->slots);
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
		.tick_ms = o->tick_ms };
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
	rc = run_scheduler(m, e);
	state_free(m, m->state);
	m->state = NULL;
	return rc;
}
