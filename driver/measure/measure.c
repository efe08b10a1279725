/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/measure/slot.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "driver/base/file_identity.h"
#include "driver/exec/turn_pair.h"

#define GRACE_MS 1000
/* A sample that is shorter than so many steps of the clock says little ... */
#define SAMPLE_STEPS 20
/* ... but a launch shall have room for so many samples. */
#define SAMPLES_LEAST 5

static struct station *station_of(const struct measure *m, unsigned seat)
{
	return &m->state->stations[seat / m->state->lanes];
}

static struct lane *lane_of(const struct measure *m, unsigned seat)
{
	return &station_of(m, seat)->lanes[seat % m->state->lanes];
}

static struct launch_request request_of(
	const struct measure *m, const struct station *station, unsigned build)
{
	const struct plan_slot *slot = measure_slot_of(m, station);
	const struct subject *subject = measure_subject_of(m, station);

	return (struct launch_request){ .path = subject->paths[build],
		.benchmark = subject->name,
		.settings = subject->settings,
		.iterations = slot->iterations ? slot->iterations : subject->iterations,
		.samples = station->rehearses ? 1
			   : slot->samples    ? slot->samples
					      : m->options->samples,
		.launch_time_ns = station->rehearses     ? 1
				  : slot->launch_time_ns ? slot->launch_time_ns
							 : m->options->launch_time_ns,
		.in_turns = station->steps,
		.padding = (unsigned)(plan_random(m->plan, PLAN_PADDING, slot->benchmark,
					      slot->round, build) %
				      (LAUNCH_PADDING_MAX + 1)) };
}

/* seat: the process of a worker, as the scheduler counts. */
static void fill_job(struct measure *m, unsigned seat, struct job *job)
{
	struct station *station = station_of(m, seat);
	struct lane *lane = lane_of(m, seat);
	struct subject *subject = measure_subject_of(m, station);
	unsigned build = measure_build_of(m, station, station->position);
	struct launch_request request = request_of(m, station, build);
	uint64_t timeout_ms = (uint64_t)measure_timeout_ns(m, station) / 1000000;

	request.worker = seat;
	lane->tunes = !request.iterations;
	lane->position = station->position++;
	subject->tuning |= lane->tunes || station->rehearses;
	launch_args_set(&lane->args, &request);
	*job = (struct job){ .path = request.path,
		.args = lane->args.args,
		.env = lane->args.env,
		.timeout_ms = timeout_ms,
		.grace_ms = GRACE_MS,
		.limits = launch_limits(subject->settings),
		.fixed_layout = measure_slot_of(m, station)->fixed_layout,
		.anywhere = measure_slot_of(m, station)->anywhere };
	if (station->steps) {
		/* Whoever waits must outlive the one who hangs: see turn_pair_make(). */
		job->timeout_ms *= 2;
		job->turn_fd = station->turns[lane->position];
		station->turns[lane->position] = -1;
	}
	station->running++;
	if (m->options->started)
		m->options->started(m->options->ctx, seat / m->state->lanes,
			measure_slot_of(m, station)->benchmark, build);
}

static enum job_answer next(void *ctx, unsigned seat, bool draining, struct job *job)
{
	struct measure *m = ctx;
	struct station *station = station_of(m, seat);

	if (!station->active) {
		enum job_answer answer = JOB_NONE;

		if (!draining)
			answer = measure_begin_slot(m, seat / m->state->lanes, station);
		if (answer != JOB_READY)
			return answer;
	} else if ((station->running && !station->steps) || !measure_seek(m, station)) {
		return JOB_WAIT;
	}
	fill_job(m, seat, job);
	return JOB_READY;
}

static struct guard_slot guarded(const struct measure *m, const struct station *station)
{
	return (struct guard_slot){ .slot = station->slot,
		.subject = measure_slot_of(m, station)->benchmark,
		.worker = (unsigned)(station - m->state->stations),
		.attempt = station->attempt,
		.kind = station->kind,
		.serial = m->state->serial || m->options->workers == 1 };
}

static void leave_slot(struct measure *m, struct station *station)
{
	for (unsigned i = 0; station->steps && i < LANES; i++)
		turn_pair_close(&station->turns[i]);
	station->steps = station->active = false;
	m->state->active--;
}

/* Goes on in the slot: its next launch, once more after a failure, or the slot is over. */
static void advance(struct measure *m, struct station *station)
{
	int64_t retries = measure_subject_of(m, station)->settings->retries;

	if (measure_seek(m, station) || station->running)
		return;
	if (station->failed && station->kind == GUARD_PLANNED &&
		station->attempt <= measure_attempts_before(m, station) + retries) {
		station->attempt++;
		measure_begin_attempt(m, station);
		return;
	}
	if (m->guard) {
		struct guard_slot slot = guarded(m, station);

		guard_slot_over(m->guard, &slot, station->failed, station->disturbed);
	}
	leave_slot(m, station);
	m->state->serial = false;
}

static void learn(const struct measure *m, const struct station *station,
	const struct lane *lane, const struct log_row *row)
{
	struct subject *subject = measure_subject_of(m, station);

	if (!lane->tunes)
		return;
	subject->tuning = station->rehearses;
	if (row->launch.status == OUTCOME_OK && row->launch.iterations > 0)
		subject->iterations = row->launch.iterations;
}

/*
 * The iterations were tuned on one build. Where the other is so much faster that the clock can
 * hardly tell its sample, they are raised for all, as far as the slowest can bear it.
 */
static void check_iterations(
	const struct measure *m, struct station *station, const struct log_row *row)
{
	struct subject *subject = measure_subject_of(m, station);
	double step_ns = row->launch.clock_step_ns, most, need;

	if (row->launch.status != OUTCOME_OK || !subject->iterations || isnan(step_ns))
		return;
	station->slowest_ns = fmax(station->slowest_ns, row->launch.min_ns);
	need = SAMPLE_STEPS * step_ns / fmax(row->launch.min_ns, 1e-3);
	most = (double)m->options->launch_time_ns / SAMPLES_LEAST / station->slowest_ns;
	need = ceil(fmin(need, most));
	if (need > (double)subject->iterations)
		subject->iterations = (int64_t)need;
}

/* A launch of the rehearsal has ended. A failure shows again, and is logged, in the slot. */
static void rehearse(struct measure *m, struct station *station, const struct log_row *row)
{
	check_iterations(m, station, row);
	measure_subject_of(m, station)->stumbled |= row->launch.status != OUTCOME_OK;
	if (measure_seek(m, station))
		return;
	station->rehearses = false;
	measure_subject_of(m, station)->rehearsed = true;
	measure_subject_of(m, station)->tuning = false;
	measure_begin_attempt(m, station);
}

/* A suite that was replaced measures something else than the rows before. */
static void check_file(
	struct measure *m, const struct station *station, unsigned build, struct log_row *row)
{
	size_t index = measure_slot_of(m, station)->benchmark * m->build_count + build;
	struct file_mark now = file_mark_of(measure_subject_of(m, station)->paths[build]);

	if (file_mark_same(&now, &m->marks[index]) || row->launch.status != OUTCOME_OK)
		return;
	row->launch.status = OUTCOME_GARBLED;
	row->launch.sample_count = 0;
	row->samples_text = NULL;
	row->evidence.samples = NULL;
	row->evidence.detail = "the suite's file changed during the run";
}

static void complete_row(
	struct measure *m, unsigned seat, const struct job_result *result, struct log_row *row)
{
	const struct station *station = station_of(m, seat);
	unsigned position = lane_of(m, seat)->position;
	const struct plan_slot *slot = measure_slot_of(m, station);
	struct subject *subject = measure_subject_of(m, station);

	row->suite = (char *)subject->suite;
	row->benchmark = (char *)subject->name;
	row->build = (char *)m->builds[measure_build_of(m, station, position)].name;
	row->launch.stage = slot->stage;
	row->launch.round = slot->round;
	row->launch.attempt = station->attempt;
	row->launch.position = (uint8_t)(position + 1);
	row->evidence.worker = (int)(seat / m->state->lanes);
	row->evidence.cpu = result->cpu;
	row->evidence.leftover = result->leftover;
	if (row->launch.iterations < 0 && slot->iterations)
		row->launch.iterations = slot->iterations;
	/* A launch that is told its iterations does not know what the tuner chose. */
	if (slot->iterations && row->evidence.tuned_iterations < 0 && subject->iterations > 0)
		row->evidence.tuned_iterations = subject->iterations;
}

static bool writes(const struct measure *m, const struct log_row *row)
{
	return !m->options->writes || m->options->writes(m->options->ctx, row);
}

static void judge(
	struct measure *m, struct station *station, unsigned build, struct log_row *row)
{
	struct guard_slot launch = guarded(m, station);

	launch.build = build;
	if (m->guard && row->launch.status == OUTCOME_OK)
		station->disturbed |= guard_launch(m->guard, &launch, row);
}

/* Into the log, and to whom it concerns. */
static int pass_on(struct measure *m, struct station *station, unsigned build,
	const struct log_row *row, const struct job_result *result)
{
	struct job_result own = *result;
	struct measure_event event = { .worker = (unsigned)(station - m->state->stations),
		.slot = station->slot,
		.build = build,
		.subject = measure_slot_of(m, station)->benchmark,
		.row = row,
		.result = &own };

	if (station->kind == GUARD_BIAS)
		return 0;
	/* Of the time that both lived, half is what one costs. */
	if (station->steps)
		own.wall_ns /= LANES;
	if (writes(m, row) && log_writer_row(m->builds[build].writer, row, m->state->e))
		return -1;
	if (m->options->ended)
		m->options->ended(m->options->ctx, &event);
	return 0;
}

static void note_failure(struct measure *m, struct station *station, const struct log_row *row)
{
	bool failed = row->launch.status != OUTCOME_OK && row->launch.status != OUTCOME_SKIPPED;

	station->failed |= failed;
	if (failed && station->steps)
		measure_subject_of(m, station)->stumbled = true;
}

static int done(void *ctx, unsigned seat, const struct job_result *result)
{
	struct measure *m = ctx;
	struct station *station = station_of(m, seat);
	unsigned build = measure_build_of(m, station, lane_of(m, seat)->position);
	struct log_row row;

	station->running--;
	if (result->end == JOB_CANCELLED) {
		if (!station->running)
			leave_slot(m, station);
		return 0;
	}
	channel_judge(&m->state->channel, result, measure_subject_of(m, station)->name, &row);
	check_file(m, station, build, &row);
	complete_row(m, seat, result, &row);
	learn(m, station, lane_of(m, seat), &row);
	if (row.launch.status == OUTCOME_OK) {
		double *longest = &measure_subject_of(m, station)->longest_ns;

		*longest = fmax(*longest, (double)result->wall_ns);
	}
	if (station->rehearses) {
		rehearse(m, station, &row);
		return 0;
	}
	note_failure(m, station, &row);
	judge(m, station, build, &row);
	if (pass_on(m, station, build, &row, result))
		return -1;
	advance(m, station);
	return 0;
}

static void stopping(void *ctx, int signal, bool again)
{
	struct measure *m = ctx;

	if (m->options->stopping)
		m->options->stopping(m->options->ctx, signal, again);
}

static void tick(void *ctx)
{
	struct measure *m = ctx;

	if (m->options->tick)
		m->options->tick(m->options->ctx);
}

static struct measure_state *make_state(const struct measure *m, struct err *e)
{
	struct measure_state *s = memory_zeroed(1, sizeof(*s));

	s->e = e;
	s->taken = memory_zeroed(m->plan->slot_count, sizeof(*s->taken));
	if (m->done)
		memcpy(s->taken, m->done, m->plan->slot_count * sizeof(*s->taken));
	s->stations = memory_zeroed(m->options->workers, sizeof(*s->stations));
	s->lanes = m->steps && m->options->workers <= JOB_WORKERS_MAX / LANES ? LANES : 1;
	return s;
}

static void mark_files(struct measure *m)
{
	m->marks = memory_zeroed(m->subject_count * m->build_count, sizeof(*m->marks));
	for (size_t i = 0; i < m->subject_count; i++)
		for (unsigned b = 0; b < m->build_count; b++)
			m->marks[i * m->build_count + b] =
				file_mark_of(m->subjects[i].paths[b]);
}

void measure_release(struct measure *m)
{
	free(m->marks);
	m->marks = NULL;
}

static void free_state(const struct measure *m, struct measure_state *s)
{
	for (unsigned i = 0; i < m->options->workers * LANES; i++)
		launch_args_release(&s->stations[i / LANES].lanes[i % LANES].args);
	channel_release(&s->channel);
	free(s->taken);
	free(s->stations);
	free(s);
}

/* The scheduler's workers are lanes: those of a worker are on the same CPU. */
static int run_lanes(struct measure *m, struct err *e)
{
	const struct measure_options *o = m->options;
	unsigned lanes = m->state->lanes;
	int *cpus = memory_zeroed((size_t)o->workers * lanes, sizeof(*cpus));
	struct scheduler_options options = { .workers = o->workers * lanes,
		.cpus = cpus,
		.own = &o->own_cpu,
		.own_count = o->own_cpu >= 0,
		.tick_ms = o->tick ? o->tick_ms : 0 };
	struct job_source source = {
		.next = next, .done = done, .stopping = stopping, .tick = tick, .ctx = m
	};
	int rc;

	for (unsigned i = 0; i < o->workers * lanes; i++)
		cpus[i] = o->cpus[i / lanes];
	rc = scheduler_run(&options, &source, e);
	free(cpus);
	return rc;
}

int measure_run(struct measure *m, struct err *e)
{
	int rc;

	if (!m->marks)
		mark_files(m);
	m->state = make_state(m, e);
	if (m->guard)
		guard_begin(m->guard, m->plan);
	rc = run_lanes(m, e);
	free_state(m, m->state);
	m->state = NULL;
	if (m->guard)
		guard_end(m->guard);
	if (!m->keeps_marks)
		measure_release(m);
	return rc;
}
