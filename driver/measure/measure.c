/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/measure/marks.h"
#include "driver/measure/request.h"
#include "driver/measure/row.h"
#include "driver/measure/slot.h"
#include "driver/measure/trial.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "driver/base/shortage.h"
#include "driver/exec/process_sweep.h"
#include "driver/exec/turn_pair.h"
#include "driver/suite/command_runner.h"
#include "harness/base/clock.h"

#define GRACE_MS 1000
/* A benchmark of a group may take so many launch times. */
#define GROUP_TIMES 20

static struct worker *worker_of(const struct measure *m, unsigned index)
{
	return &m->state->workers[index / m->state->processes];
}

static struct worker_process *process_of(const struct measure *m, unsigned index)
{
	return &worker_of(m, index)->processes[index % m->state->processes];
}

/* What a group needs beside what one launch may take. */
static uint64_t group_time_ms(const struct measure *m, const struct worker *worker)
{
	return worker->group_count * GROUP_TIMES *
	       (uint64_t)m->options->settings->launch_time_ns / 1000000;
}

static void set_group(struct measure *m, struct worker *worker, unsigned build,
	struct launch_request *request, const char **names)
{
	for (size_t i = 0; i < worker->group_count; i++) {
		struct subject *member = measure_member(m, worker, i);

		names[i] = member->name;
		member->time = TIME_WALL; /* also if it is alone later */
		marks_renew_pages(
			m, measure_slot_of(m, worker)->benchmark, build, request->path);
	}
	measure_member(m, worker, 0);
	request->group = names;
	request->group_count = worker->group_count;
	request->iterations = 0;
}

static const char *program_of(const struct launch_request *r)
{
	if (r->adapter->script)
		return COMMAND_SHELL;
	return r->adapter->program ? r->adapter->program() : r->path;
}

/* A launch has no more time than the run, or than the subject is worth. */
static bool cut_short(const struct measure *m, const struct worker *worker, struct job *job)
{
	uint64_t end = m->options->end_ns, now = bd_clock_ns();
	uint64_t left_ms = !end ? UINT64_MAX : end > now ? (end - now) / 1000000 + 1 : 1;
	uint64_t most_ms = (uint64_t)measure_subject_of(m, worker)->most_ns / 1000000;

	if (most_ms && !worker->group_count && most_ms < left_ms)
		left_ms = most_ms;
	if (left_ms == UINT64_MAX || (job->timeout_ms && job->timeout_ms <= left_ms))
		return false;
	job->timeout_ms = left_ms;
	return true;
}

/* index: the process of a worker, as the scheduler counts. */
static void fill_job(struct measure *m, unsigned index, struct job *job)
{
	struct worker *worker = worker_of(m, index);
	struct worker_process *process = process_of(m, index);
	struct subject *subject = measure_subject_of(m, worker);
	unsigned build = measure_build_of(m, worker, worker->position);
	struct launch_request request = measure_request(m, worker, build);
	uint64_t timeout_ms = (uint64_t)measure_timeout_ns(m, worker) / 1000000;
	const char *names[GROUP_MAX];

	request.worker = index;
	process->tunes = !request.iterations && !worker->group_count;
	process->cpu_time = request.cpu_time;
	process->position = worker->position++;
	subject->tuning |= process->tunes || worker->trial;
	if (worker->group_count) {
		set_group(m, worker, build, &request, names);
		timeout_ms += group_time_ms(m, worker);
	}
	launch_args_set(&process->args, &request);
	if (m->build_count > 1 && !request.adapter->program && !worker->group_count)
		marks_renew_pages(
			m, measure_slot_of(m, worker)->benchmark, build, request.path);
	*job = (struct job){ .path = program_of(&request),
		.args = process->args.args.items,
		.env = process->args.env.items,
		.timeout_ms = timeout_ms,
		.grace_ms = GRACE_MS,
		.limits = config_suite_limits(subject->settings),
		.output = request.adapter->output,
		.stack_limit = request.stack_limit,
		.fine_code = subject->builds[build].returns_count
				     ? (int)(worker->group_count ? worker->group_count : 1)
				     : 0,
		.fixed_layout = m->same_layout || measure_slot_of(m, worker)->fixed_layout,
		.anywhere = measure_slot_of(m, worker)->anywhere || subject->all_cpus };
	/* The waiting launch needs twice the time limit: its partner may use all of its own
	 * first. See turn_pair_make(). */
	if (worker->interleaves)
		job->timeout_ms *= 2;
	process->cut = cut_short(m, worker, job);
	if (worker->interleaves) {
		job->turn_fd = worker->turns[process->position];
		worker->turns[process->position] = -1;
	}
	worker->running++;
	if (m->options->started)
		m->options->started(m->options->ctx, index / m->state->processes,
			measure_slot_of(m, worker)->benchmark, build);
}

static enum job_answer next_job(void *ctx, unsigned index, bool draining, struct job *job)
{
	struct measure *m = ctx;
	struct worker *worker = worker_of(m, index);

	if (!worker->active) {
		enum job_answer answer = JOB_NONE;

		if (!draining)
			answer = measure_begin_slot(m, index / m->state->processes, worker);
		if (answer != JOB_READY)
			return answer;
	} else if ((worker->running && !worker->interleaves) || !measure_seek(m, worker)) {
		return JOB_WAIT;
	}
	fill_job(m, index, job);
	return JOB_READY;
}

static struct repeat_slot repeat_slot_of(const struct measure *m, const struct worker *worker)
{
	return (struct repeat_slot){ .slot = worker->slot,
		.subject = measure_slot_of(m, worker)->benchmark,
		.worker = (unsigned)(worker - m->state->workers),
		.attempt = worker->attempt,
		.kind = worker->kind,
		.serial = m->state->serial || m->options->workers == 1 };
}

static void leave_slot(struct measure *m, struct worker *worker)
{
	for (unsigned i = 0; worker->interleaves && i < PROCESSES_MAX; i++)
		turn_pair_close(&worker->turns[i]);
	worker->interleaves = worker->active = false;
	m->state->active--;
}

/* After a failure. */
static bool is_repeated(const struct measure *m, const struct worker *worker)
{
	int64_t retries = measure_subject_of(m, worker)->settings->retries;

	if (!worker->failed || worker->kind != REPEAT_PLANNED)
		return false;
	return worker->attempt <= measure_attempts_before(m, worker) + retries;
}

/* Goes on in the slot: its next launch, once more after a failure, or the slot is over. */
static void advance(struct measure *m, struct worker *worker)
{
	if (measure_seek(m, worker) || worker->running)
		return;
	if (is_repeated(m, worker)) {
		worker->attempt++;
		measure_begin_attempt(m, worker);
		return;
	}
	if (m->policy) {
		struct repeat_slot slot = repeat_slot_of(m, worker);

		repeat_policy_slot_over(m->policy, &slot, worker->failed, worker->disturbed);
	}
	leave_slot(m, worker);
	m->state->serial = false;
}

static bool is_written(const struct measure *m, const struct log_row *row)
{
	return !m->options->writes || m->options->writes(m->options->ctx, row);
}

static void judge(struct measure *m, struct worker *worker, unsigned build, struct log_row *row)
{
	struct repeat_slot launch = repeat_slot_of(m, worker);

	launch.build = build;
	if (m->policy && row->launch.status == OUTCOME_OK)
		worker->disturbed |= repeat_policy_launch(m->policy, &launch, row);
}

/* Of the time that both lived, half is what one costs. */
static uint64_t cost_ns(const struct worker *worker, const struct job_result *result)
{
	return result->wall_ns / (worker->interleaves ? PROCESSES_MAX : 1);
}

/* Writes the row and reports the launch. */
static int pass_on(struct measure *m, struct worker *worker, unsigned build,
	const struct log_row *row, const struct job_result *result)
{
	struct job_result own = *result;
	struct measure_event event = { .worker = (unsigned)(worker - m->state->workers),
		.slot = worker->slot,
		.build = build,
		.subject = measure_slot_of(m, worker)->benchmark,
		.row = row,
		.result = &own };

	if (worker->kind == REPEAT_BIAS)
		return 0;
	own.wall_ns = cost_ns(worker, result);
	if (worker->group_count)
		own.wall_ns /= worker->group_count;
	if (is_written(m, row) && log_writer_row(m->builds[build].writer, row, m->state->e))
		return -1;
	if (m->options->ended)
		m->options->ended(m->options->ctx, &event);
	return 0;
}

static void note_failure(struct measure *m, struct worker *worker, const struct log_row *row)
{
	bool failed = row->launch.status != OUTCOME_OK && row->launch.status != OUTCOME_SKIPPED;

	worker->failed |= failed;
	if (failed && worker->interleaves)
		measure_subject_of(m, worker)->stumbled = true;
}

/* A limit of the suite's memory may make its own start fail with ENOMEM. */
static bool driver_lacks(
	const struct measure *m, const struct worker *worker, const struct job_result *result)
{
	return result->end == JOB_NOT_RUN && shortage(result->code) &&
	       !(result->code == ENOMEM &&
		       measure_subject_of(m, worker)->settings->memory_kib > 0);
}

/* What others do is a little, as of a library that logs. */
#define THREADS_LEAST_NS 2e7
#define THREADS_PART     0.1

static void look_for_threads(
	struct subject *subject, const struct adapter *adapter, const struct job_result *result)
{
	double ns = result->threads_ns;

	if (!adapter->program && !adapter->script && !adapter->in_any_thread)
		subject->seen_threads |= result->cpu >= 0 && ns > THREADS_LEAST_NS &&
					 ns > THREADS_PART * (double)result->cpu_ns;
}

static int take_row(struct measure *m, unsigned index, unsigned build,
	const struct job_result *result, struct log_row *row)
{
	struct worker *worker = worker_of(m, index);
	double *longest = &measure_subject_of(m, worker)->longest_ns;

	row_complete(m, worker, process_of(m, index), result, row);
	trial_learn(m, worker, process_of(m, index), row, result);
	look_for_threads(measure_subject_of(m, worker),
		measure_subject_of(m, worker)->builds[build].adapter, result);
	if (row->launch.status == OUTCOME_OK)
		*longest = fmax(*longest, (double)result->wall_ns);
	if (worker->trial) {
		if (m->options->tried)
			m->options->tried(m->options->ctx,
				measure_slot_of(m, worker)->benchmark,
				(double)cost_ns(worker, result));
		trial_done(m, worker, build, row);
		return 0;
	}
	note_failure(m, worker, row);
	judge(m, worker, build, row);
	return pass_on(m, worker, build, row, result);
}

/* Its row is written, or it leaves the group and is measured again, alone. */
static int take_member(struct measure *m, unsigned index, unsigned build, size_t i,
	const struct job_result *result, bool *stays)
{
	struct worker *worker = worker_of(m, index);
	struct subject *subject = measure_member(m, worker, i);
	struct job_result own = *result;
	struct log_row row;

	own.peak_kib = -1; /* it is that of all */
	worker->failed = false;
	channel_judge(
		&m->state->channel, subject->builds[build].adapter, &own, subject->name, &row);
	*stays = row.launch.status != OUTCOME_GARBLED;
	if (*stays && take_row(m, index, build, &own, &row))
		return -1;
	if (worker->failed && m->state->undone[worker->slot] < subject->settings->retries)
		*stays = false;
	if (!*stays) {
		subject->group = 0;
		measure_put_back(m, worker->slot);
	}
	return 0;
}

static int take_members(
	struct measure *m, unsigned index, unsigned build, const struct job_result *result)
{
	struct worker *worker = worker_of(m, index);
	size_t kept = 0;
	bool stays;

	for (size_t i = 0; i < worker->group_count; i++) {
		if (take_member(m, index, build, i, result, &stays))
			return -1;
		if (stays)
			worker->group[kept++] = worker->group[i];
	}
	worker->group_count = kept;
	return 0;
}

static int group_done(
	struct measure *m, unsigned index, unsigned build, const struct job_result *result)
{
	struct worker *worker = worker_of(m, index);
	int rc = 0;

	m->state->channel.reading.of_group = true;
	if (result->end != JOB_EXITED || result->code)
		measure_blame(m, worker, result);
	else
		rc = take_members(m, index, build, result);
	m->state->channel.reading.of_group = false;
	if (rc || (worker->group_count && measure_member(m, worker, 0) &&
			  measure_seek(m, worker)))
		return rc;
	leave_slot(m, worker);
	m->state->serial = false;
	return 0;
}

static int job_done(void *ctx, unsigned index, const struct job_result *result)
{
	struct measure *m = ctx;
	struct worker *worker = worker_of(m, index);
	unsigned build = measure_build_of(m, worker, process_of(m, index)->position);
	struct log_row row;
	bool was_trial, is_cut;

	worker->running--;
	m->state->channel.reading.cpu_time = process_of(m, index)->cpu_time;
	is_cut = result->end == JOB_TIMEOUT && process_of(m, index)->cut;
	if (is_cut && m->options->cut)
		m->options->cut(m->options->ctx, measure_slot_of(m, worker)->benchmark);
	if (is_cut || result->end == JOB_CANCELLED) {
		if (!worker->running)
			leave_slot(m, worker);
		return 0;
	}
	if (driver_lacks(m, worker, result))
		return bd_err(m->state->e, "%s/%s cannot be started: %s; " SHORTAGE_ADVICE,
			measure_subject_of(m, worker)->suite,
			measure_subject_of(m, worker)->name, strerror(result->code));
	if (worker->group_count)
		return group_done(m, index, build, result);
	channel_judge(&m->state->channel, measure_subject_of(m, worker)->builds[build].adapter,
		result, measure_subject_of(m, worker)->name, &row);
	was_trial = worker->trial;
	if (take_row(m, index, build, result, &row))
		return -1;
	if (!was_trial)
		advance(m, worker);
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
	s->undone = memory_zeroed(m->plan->slot_count, sizeof(*s->undone));
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
	marks_release(m);
}

static void state_free(const struct measure *m, struct measure_state *s)
{
	for (unsigned i = 0; i < m->options->workers * PROCESSES_MAX; i++) {
		struct worker *worker = &s->workers[i / PROCESSES_MAX];

		launch_args_release(&worker->processes[i % PROCESSES_MAX].args);
		settle_release(&worker->settle[i % PROCESSES_MAX]);
	}
	channel_release(&s->channel);
	free(s->taken);
	free(s->undone);
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

	marks_take(m);
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
