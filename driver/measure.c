/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/measure.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compare/memory.h"
#include "driver/channel.h"
#include "driver/file_mark.h"
#include "driver/launch_args.h"
#include "driver/scheduler.h"

#define GRACE_MS 1000
/* How far the search for a slot looks past those whose benchmark is being tuned. */
#define LOOK_AHEAD 4096
/* A sample that is shorter than so many steps of the clock says little ... */
#define SAMPLE_STEPS 20
/* ... but a launch shall have room for so many samples. */
#define SAMPLES_LEAST 5

/* What a worker does. */
struct station {
	bool active;       /* in a slot */
	bool running;      /* a launch of it runs */
	size_t slot;       /* in the plan */
	unsigned position; /* in the slot, of the launch that runs or comes next */
	uint16_t attempt;  /* at the slot, from 1 */
	bool failed;       /* a launch of this attempt failed */
	bool disturbed;    /* a launch of this attempt was disturbed */
	enum guard_kind kind;
	bool tunes;        /* the launch that runs tunes its benchmark */
	bool rehearses;    /* the position is then that of the build */
	double slowest_ns; /* of the rehearsal */
	struct launch_args args;
};

struct measure_state {
	bool *taken;  /* slots that are done or begun */
	size_t first; /* all slots before it are taken */
	struct station *stations;
	struct channel channel;
	unsigned active; /* stations in a slot */
	bool serial;     /* the slot that runs is a serial one */
	struct err *e;
};

static const struct plan_slot *slot_of(const struct measure *m, const struct station *station)
{
	return &m->plan->slots[station->slot];
}

static unsigned build_of(const struct measure *m, const struct station *station)
{
	if (station->rehearses)
		return station->position;
	return plan_build_at(m->plan, slot_of(m, station), m->build_count, station->position);
}

static struct subject *subject_of(const struct measure *m, const struct station *station)
{
	return &m->subjects[slot_of(m, station)->benchmark];
}

/* Skips the builds that do not have the benchmark; false at the end of the slot. */
static bool seek_launch(const struct measure *m, struct station *station)
{
	while (station->position < m->build_count &&
		!subject_of(m, station)->paths[build_of(m, station)])
		station->position++;
	return station->position < m->build_count;
}

static void fill_job(struct measure *m, unsigned worker, struct job *job)
{
	struct station *station = &m->state->stations[worker];
	const struct plan_slot *slot = slot_of(m, station);
	struct subject *subject = subject_of(m, station);
	unsigned build = build_of(m, station);
	int64_t timeout_ns = subject->settings->timeout_ns > 0 ? subject->settings->timeout_ns
							       : m->options->timeout_ns;
	struct launch_request request = { .path = subject->paths[build],
		.benchmark = subject->name,
		.settings = subject->settings,
		.iterations = slot->iterations ? slot->iterations : subject->iterations,
		.samples = station->rehearses ? 1
			   : slot->samples    ? slot->samples
					      : m->options->samples,
		.launch_time_ns = station->rehearses     ? 1
				  : slot->launch_time_ns ? slot->launch_time_ns
							 : m->options->launch_time_ns,
		.worker = worker,
		.padding = (unsigned)(plan_random(m->plan, PLAN_PADDING, slot->benchmark,
					      slot->round, build) %
				      (LAUNCH_PADDING_MAX + 1)) };

	station->tunes = !request.iterations;
	subject->tuning |= station->tunes || station->rehearses;
	launch_args_set(&station->args, &request);
	*job = (struct job){ .path = request.path,
		.args = station->args.args,
		.env = station->args.env,
		.timeout_ms = (uint64_t)timeout_ns / 1000000,
		.grace_ms = GRACE_MS,
		.limits = launch_limits(subject->settings),
		.fixed_layout = slot->fixed_layout };
	station->running = true;
	if (m->options->started)
		m->options->started(m->options->ctx, worker, slot->benchmark, build);
}

/* May this slot begin now? Two launches of a benchmark would tune it twice. */
static bool may_begin(const struct measure *m, const struct plan_slot *slot)
{
	const struct subject *subject = &m->subjects[slot->benchmark];

	if (slot->iterations || !subject->tuning)
		return true;
	return m->build_count == 1 && subject->iterations;
}

/* The next slot for an idle worker: JOB_READY, and *found is its index. */
static enum job_answer find_slot(struct measure *m, size_t *found)
{
	struct measure_state *s = m->state;
	size_t last;

	while (s->first < m->plan->slot_count && s->taken[s->first])
		s->first++;
	if (s->first == m->plan->slot_count)
		return JOB_NONE;
	if (m->options->goes_on && !m->options->goes_on(m->options->ctx))
		return JOB_NONE;
	if (s->serial)
		return JOB_WAIT;
	last = s->first + LOOK_AHEAD;
	for (size_t i = s->first; i < m->plan->slot_count && i < last; i++) {
		const struct plan_slot *slot = &m->plan->slots[i];

		if (s->taken[i])
			continue;
		if (m->subjects[slot->benchmark].settings->serial && s->active)
			return JOB_WAIT;
		if (!may_begin(m, slot))
			continue;
		*found = i;
		return JOB_READY;
	}
	return JOB_WAIT;
}

/* From its first launch on. */
static bool begin_attempt(struct measure *m, struct station *station)
{
	station->position = 0;
	station->failed = station->disturbed = false;
	return seek_launch(m, station);
}

static bool must_rehearse(const struct measure *m, const struct station *station)
{
	return m->build_count > 1 && !slot_of(m, station)->iterations &&
	       !subject_of(m, station)->rehearsed;
}

static unsigned attempts_before(const struct measure *m, const struct station *station)
{
	return m->attempts ? m->attempts[station->slot] : 0;
}

/* The plan is through: what the guard wants to have once more, with nothing beside it. */
static enum job_answer begin_repeat(struct measure *m, unsigned worker, struct station *station)
{
	struct guard_slot again;
	enum guard_answer answer;

	if (!m->guard || (m->options->goes_on && !m->options->goes_on(m->options->ctx)))
		return JOB_NONE;
	if (m->state->active)
		return JOB_WAIT;
	answer = guard_next(m->guard, worker, &again);
	if (answer != GUARD_READY)
		return answer == GUARD_WAIT ? JOB_WAIT : JOB_NONE;
	station->slot = again.slot;
	station->attempt = again.attempt;
	station->kind = again.kind;
	begin_attempt(m, station);
	station->active = m->state->serial = true;
	m->state->active++;
	return JOB_READY;
}

static enum job_answer begin_slot(struct measure *m, unsigned worker, struct station *station)
{
	struct measure_state *s = m->state;
	enum job_answer answer;

	do {
		answer = find_slot(m, &station->slot);
		if (answer == JOB_NONE)
			return begin_repeat(m, worker, station);
		if (answer != JOB_READY)
			return answer;
		s->taken[station->slot] = true;
		station->attempt = (uint16_t)(attempts_before(m, station) + 1);
		station->rehearses = must_rehearse(m, station);
		station->slowest_ns = 0;
		station->kind = GUARD_PLANNED;
	} while (!begin_attempt(m, station));
	station->active = true;
	s->active++;
	s->serial = subject_of(m, station)->settings->serial;
	return JOB_READY;
}

static enum job_answer next(void *ctx, unsigned worker, bool draining, struct job *job)
{
	struct measure *m = ctx;
	struct station *station = &m->state->stations[worker];

	if (!station->active) {
		enum job_answer answer = draining ? JOB_NONE : begin_slot(m, worker, station);

		if (answer != JOB_READY)
			return answer;
	}
	fill_job(m, worker, job);
	return JOB_READY;
}

static struct guard_slot guarded(const struct measure *m, const struct station *station)
{
	return (struct guard_slot){ .slot = station->slot,
		.subject = slot_of(m, station)->benchmark,
		.worker = (unsigned)(station - m->state->stations),
		.attempt = station->attempt,
		.kind = station->kind,
		.serial = m->state->serial || m->options->workers == 1 };
}

/* Goes on in the slot: its next launch, once more after a failure, or the slot is over. */
static void advance(struct measure *m, struct station *station)
{
	int64_t retries = subject_of(m, station)->settings->retries;

	station->position++;
	if (seek_launch(m, station))
		return;
	if (station->failed && station->kind == GUARD_PLANNED &&
		station->attempt <= attempts_before(m, station) + retries) {
		station->attempt++;
		begin_attempt(m, station);
		return;
	}
	if (m->guard) {
		struct guard_slot slot = guarded(m, station);

		guard_slot_over(m->guard, &slot, station->failed, station->disturbed);
	}
	station->active = false;
	m->state->active--;
	m->state->serial = false;
}

static void learn(struct subject *subject, struct station *station, const struct log_row *row)
{
	if (!station->tunes)
		return;
	subject->tuning = station->rehearses;
	if (row && row->launch.status == OUTCOME_OK && row->launch.iterations > 0)
		subject->iterations = row->launch.iterations;
}

/*
 * The iterations were tuned on one build. Where the other is so much faster that the clock can
 * hardly tell its sample, they are raised for all, as far as the slowest can bear it.
 */
static void check_iterations(
	const struct measure *m, struct station *station, const struct log_row *row)
{
	struct subject *subject = subject_of(m, station);
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
	station->position++;
	if (seek_launch(m, station))
		return;
	station->rehearses = false;
	subject_of(m, station)->rehearsed = true;
	subject_of(m, station)->tuning = false;
	begin_attempt(m, station);
}

/* A suite that was replaced measures something else than the rows before. */
static void check_file(struct measure *m, struct station *station, struct log_row *row)
{
	size_t index = slot_of(m, station)->benchmark * m->build_count + build_of(m, station);
	struct file_mark now =
		file_mark_of(subject_of(m, station)->paths[build_of(m, station)]);

	if (file_mark_same(&now, &m->marks[index]) || row->launch.status != OUTCOME_OK)
		return;
	row->launch.status = OUTCOME_GARBLED;
	row->launch.sample_count = 0;
	row->samples_text = NULL;
	row->evidence.samples = NULL;
	row->evidence.detail = "the suite's file changed during the run";
}

static void complete_row(struct measure *m, unsigned worker, const struct job_result *result,
	struct log_row *row)
{
	struct station *station = &m->state->stations[worker];
	const struct plan_slot *slot = slot_of(m, station);
	struct subject *subject = subject_of(m, station);

	row->suite = (char *)subject->suite;
	row->benchmark = (char *)subject->name;
	row->build = (char *)m->builds[build_of(m, station)].name;
	row->launch.stage = slot->stage;
	row->launch.round = slot->round;
	row->launch.attempt = station->attempt;
	row->launch.position = (uint8_t)(station->position + 1);
	row->evidence.worker = (int)worker;
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

static void judge(struct measure *m, struct station *station, struct log_row *row)
{
	struct guard_slot launch = guarded(m, station);

	launch.build = build_of(m, station);
	if (m->guard && row->launch.status == OUTCOME_OK)
		station->disturbed |= guard_launch(m->guard, &launch, row);
}

/* Into the log, and to whom it concerns. */
static int pass_on(struct measure *m, struct station *station, const struct log_row *row,
	const struct job_result *result)
{
	struct measure_event event = { .worker = (unsigned)(station - m->state->stations),
		.slot = station->slot,
		.build = build_of(m, station),
		.subject = slot_of(m, station)->benchmark,
		.row = row,
		.result = result };

	if (station->kind == GUARD_BIAS)
		return 0;
	if (writes(m, row) && log_writer_row(m->builds[event.build].writer, row, m->state->e))
		return -1;
	if (m->options->ended)
		m->options->ended(m->options->ctx, &event);
	return 0;
}

static int done(void *ctx, unsigned worker, const struct job_result *result)
{
	struct measure *m = ctx;
	struct station *station = &m->state->stations[worker];
	struct subject *subject = subject_of(m, station);
	struct log_row row;

	station->running = false;
	if (result->end == JOB_CANCELLED) {
		station->active = false;
		m->state->active--;
		return 0;
	}
	channel_judge(&m->state->channel, result, subject->name, &row);
	check_file(m, station, &row);
	complete_row(m, worker, result, &row);
	learn(subject, station, &row);
	if (station->rehearses) {
		rehearse(m, station, &row);
		return 0;
	}
	station->failed |=
		row.launch.status != OUTCOME_OK && row.launch.status != OUTCOME_SKIPPED;
	judge(m, station, &row);
	if (pass_on(m, station, &row, result))
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
	for (unsigned i = 0; i < m->options->workers; i++)
		launch_args_release(&s->stations[i].args);
	channel_release(&s->channel);
	free(s->taken);
	free(s->stations);
	free(s);
}

int measure_run(struct measure *m, struct err *e)
{
	const struct measure_options *o = m->options;
	struct scheduler_options options = { .workers = o->workers,
		.cpus = o->cpus,
		.own = &o->own_cpu,
		.own_count = o->own_cpu >= 0,
		.tick_ms = o->tick ? o->tick_ms : 0 };
	struct job_source source = {
		.next = next, .done = done, .stopping = stopping, .tick = tick, .ctx = m
	};
	int rc;

	if (!m->marks)
		mark_files(m);
	m->state = make_state(m, e);
	if (m->guard)
		guard_begin(m->guard, m->plan);
	rc = scheduler_run(&options, &source, e);
	free_state(m, m->state);
	m->state = NULL;
	if (m->guard)
		guard_end(m->guard);
	if (!m->keeps_marks)
		measure_release(m);
	return rc;
}
