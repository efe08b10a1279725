/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/measure/slot.h"

#include <stdlib.h>

#include "driver/exec/turn_pair.h"

/* How many slots of benchmarks that are being tuned the search for a slot passes over. */
#define LOOK_AHEAD 4096
/* Time limits that nobody gave: also a launch that takes ten seconds to start once is fine. */
#define GUESS_TIMES   10
#define GUESS_MORE_NS 1e10

const struct plan_slot *measure_slot_of(const struct measure *m, const struct worker *worker)
{
	return &m->plan->slots[worker->slot];
}

static bool same_suite(const struct measure *m, size_t one, size_t other)
{
	for (unsigned b = 0; b < m->build_count; b++)
		if (m->subjects[one].builds[b].path != m->subjects[other].builds[b].path)
			return false;
	return true;
}

static uint32_t first_of_suite(const struct measure *m, uint32_t benchmark)
{
	while (benchmark && same_suite(m, benchmark, benchmark - 1))
		benchmark--;
	return benchmark;
}

unsigned measure_build_of(
	const struct measure *m, const struct worker *worker, unsigned position)
{
	struct plan_slot slot = *measure_slot_of(m, worker);

	if (worker->trial)
		return position;
	/* So that all of the suite have ABBA, whatever else is in their groups. */
	if (worker->group_count)
		slot.benchmark = first_of_suite(m, slot.benchmark);
	return plan_build_at(m->plan, &slot, m->build_count, position);
}

struct subject *measure_subject_of(const struct measure *m, const struct worker *worker)
{
	return &m->subjects[measure_slot_of(m, worker)->benchmark];
}

int64_t measure_guess_timeout_ns(int64_t max_ns, double longest_ns)
{
	double guess = GUESS_TIMES * longest_ns + GUESS_MORE_NS;

	return longest_ns > 0 && guess < (double)max_ns ? (int64_t)guess : max_ns;
}

int64_t measure_timeout_ns(const struct measure *m, const struct worker *worker)
{
	const struct subject *subject = measure_subject_of(m, worker);

	if (subject->settings->timeout_ns > 0)
		return subject->settings->timeout_ns;
	if (!m->options->settings->timeout_guessed)
		return m->options->settings->timeout_ns;
	return measure_guess_timeout_ns(m->options->settings->timeout_ns, subject->longest_ns);
}

bool measure_seek(const struct measure *m, struct worker *worker)
{
	const struct subject *subject = measure_subject_of(m, worker);

	while (worker->position < m->build_count &&
		!subject->builds[measure_build_of(m, worker, worker->position)].path)
		worker->position++;
	return worker->position < m->build_count;
}

/* May this slot begin now? Two launches of a benchmark would tune it twice. */
static bool may_begin(const struct measure *m, const struct plan_slot *slot)
{
	const struct subject *subject = &m->subjects[slot->benchmark];

	if (slot->iterations || !subject->tuning)
		return true;
	return m->build_count == 1 && subject->iterations;
}

/* Is there time enough for the slot? */
static bool fits(const struct measure *m, size_t slot)
{
	const struct measure_options *o = m->options;

	return !o->goes_on || o->goes_on(o->ctx, m->plan->slots[slot].benchmark);
}

/* The next slot for an idle worker: JOB_READY, and *found is its index. */
static enum job_answer find_slot(struct measure *m, size_t *found)
{
	struct measure_state *s = m->state;
	enum job_answer answer = JOB_NONE;
	size_t last;

	while (s->first < m->plan->slot_count && s->taken[s->first])
		s->first++;
	if (s->first == m->plan->slot_count)
		return JOB_NONE;
	if (s->serial)
		return JOB_WAIT;
	last = s->first + LOOK_AHEAD;
	for (size_t i = s->first; i < m->plan->slot_count && i < last; i++) {
		const struct plan_slot *slot = &m->plan->slots[i];

		s->taken[i] = s->taken[i] || !fits(m, i);
		if (s->taken[i])
			continue;
		answer = JOB_WAIT;
		if (m->subjects[slot->benchmark].alone && s->active)
			break;
		if (!may_begin(m, slot))
			continue;
		*found = i;
		return JOB_READY;
	}
	return answer;
}

/* Both suites must understand it; what has failed so is measured without. */
static bool may_interleave(const struct measure *m, const struct worker *worker)
{
	const struct subject *subject = measure_subject_of(m, worker);

	return m->state->processes == PROCESSES_MAX && m->build_count == PROCESSES_MAX &&
	       worker->trial != TRIAL_ITERATIONS &&
	       (subject->iterations || measure_slot_of(m, worker)->iterations) &&
	       subject->builds[0].path && subject->builds[1].path && subject->builds[0].turns &&
	       subject->builds[1].turns && !subject->stumbled;
}

bool measure_times_cpu(const struct measure *m, const struct worker *worker)
{
	const struct subject *s = measure_subject_of(m, worker);
	bool can = m->state->processes == PROCESSES_MAX && m->build_count == PROCESSES_MAX &&
		   !measure_slot_of(m, worker)->anywhere && !s->all_cpus;

	for (unsigned b = 0; b < m->build_count; b++) {
		const struct adapter *adapter = s->builds[b].path ? s->builds[b].adapter : NULL;

		can &= adapter && adapter->times_cpu &&
		       adapter->times_cpu(s->name, s->settings);
	}
	return can;
}

bool measure_begin_attempt(struct measure *m, struct worker *worker)
{
	uint64_t patience_ms = (uint64_t)measure_timeout_ns(m, worker) / 1000000;

	worker->position = 0;
	worker->failed = worker->disturbed = false;
	worker->interleaves = may_interleave(m, worker) &&
			      !turn_pair_make(worker->turns, patience_ms ? patience_ms : 1);
	return measure_seek(m, worker);
}

enum trial measure_next_trial(
	const struct measure *m, const struct worker *worker, enum trial last)
{
	const struct subject *subject = measure_subject_of(m, worker);
	bool needed = m->build_count > 1;

	for (unsigned b = 0; b < m->build_count; b++)
		needed |= subject->builds[b].path && subject->builds[b].adapter->needs_trial;
	if (!needed || worker->group_count || measure_slot_of(m, worker)->iterations)
		return TRIAL_NONE;
	if (last < TRIAL_ITERATIONS && !subject->tried)
		return TRIAL_ITERATIONS;
	if (last < TRIAL_TURNS && m->interleaves && !subject->length.slice_ns &&
		may_interleave(m, worker))
		return TRIAL_TURNS;
	return TRIAL_NONE;
}

unsigned measure_attempts_before(const struct measure *m, const struct worker *worker)
{
	unsigned undone = m->state->undone ? m->state->undone[worker->slot] : 0;

	return (m->attempts ? m->attempts[worker->slot] : 0) + undone;
}

/* Launches that differ from the others of the run are for one benchmark. */
static bool may_share(const struct measure *m, size_t slot)
{
	const struct plan_slot *s = &m->plan->slots[slot];

	return m->subjects[s->benchmark].group && !s->iterations && !s->samples &&
	       !s->launch_time_ns && !s->fixed_layout && !s->anywhere;
}

static bool is_long(const struct measure *m, const struct subject *subject)
{
	return subject->iteration_ns > (double)m->options->settings->launch_time_ns;
}

/* Can both be in one group? All have the same number of samples. */
static bool go_together(const struct measure *m, size_t one, size_t other)
{
	const struct plan_slot *p = &m->plan->slots[one], *q = &m->plan->slots[other];

	return same_suite(m, p->benchmark, q->benchmark) && p->round == q->round &&
	       m->subjects[p->benchmark].all_cpus == m->subjects[q->benchmark].all_cpus &&
	       p->stage == q->stage &&
	       is_long(m, &m->subjects[p->benchmark]) == is_long(m, &m->subjects[q->benchmark]);
}

static int by_benchmark(const void *a, const void *b, void *plan)
{
	const struct plan_slot *slots = ((const struct plan *)plan)->slots;
	uint32_t x = slots[*(const size_t *)a].benchmark,
		 y = slots[*(const size_t *)b].benchmark;

	return (x > y) - (x < y);
}

/* What of the plan the launches of this slot measure as well. */
static void take_group(struct measure *m, struct worker *worker)
{
	size_t last = m->state->first + LOOK_AHEAD, own = worker->slot;
	size_t most = measure_subject_of(m, worker)->group;

	worker->group_count = 0;
	if (!may_share(m, own))
		return;
	worker->group[worker->group_count++] = own;
	for (size_t i = m->state->first; i < m->plan->slot_count && i < last; i++) {
		if (worker->group_count == most)
			break;
		if (m->state->taken[i] || !may_share(m, i) || !go_together(m, own, i) ||
			!fits(m, i))
			continue;
		m->state->taken[i] = true;
		worker->group[worker->group_count++] = i;
	}
	qsort_r(worker->group, worker->group_count, sizeof(*worker->group), by_benchmark,
		(void *)m->plan);
	worker->slot = worker->group[0];
}

struct subject *measure_member(struct measure *m, struct worker *worker, size_t i)
{
	worker->slot = worker->group[i];
	worker->attempt = (uint16_t)(measure_attempts_before(m, worker) + 1);
	return measure_subject_of(m, worker);
}

void measure_put_back(struct measure *m, size_t slot)
{
	struct measure_state *s = m->state;

	s->taken[slot] = false;
	s->undone[slot]++;
	s->first = slot < s->first ? slot : s->first;
}

/* Who has no result in a launch that died is to blame: the first, as they run in order. */
void measure_blame(struct measure *m, struct worker *worker, const struct job_result *result)
{
	struct launch_reading *reading = &m->state->channel.reading;
	struct log_row row;
	size_t i;

	for (i = 0; i < worker->group_count; i++) {
		struct subject *s = measure_member(m, worker, i);
		const struct adapter *adapter = s->builds[0].adapter;

		if (adapter->read(reading, result, s->name, &row, m->state->e))
			break;
		/* So that those which take long form a group of their own. */
		if (row.launch.status == OUTCOME_OK)
			s->iteration_ns = row.evidence.samples[0];
	}
	for (size_t k = 0; k < worker->group_count; k++) {
		if (k == i || i == worker->group_count)
			measure_member(m, worker, k)->group = 0;
		measure_put_back(m, worker->group[k]);
	}
	worker->group_count = 0;
}

/* The plan is through: what the policy wants to have once more, with nothing beside it. */
static enum job_answer begin_repeat(struct measure *m, unsigned index, struct worker *worker)
{
	struct repeat_slot again;
	enum repeat_answer answer;

	if (!m->policy)
		return JOB_NONE;
	if (m->state->active)
		return JOB_WAIT;
	do /* What shares its launches would pay a start for each. */
		answer = repeat_policy_next(m->policy, index, &again);
	while (answer == REPEAT_READY && may_share(m, again.slot));
	if (answer != REPEAT_READY)
		return answer == REPEAT_WAIT ? JOB_WAIT : JOB_NONE;
	if (!fits(m, again.slot))
		return JOB_NONE;
	worker->slot = again.slot;
	worker->attempt = again.attempt;
	worker->kind = again.kind;
	worker->group_count = 0;
	measure_begin_attempt(m, worker);
	worker->active = m->state->serial = true;
	m->state->active++;
	return JOB_READY;
}

enum job_answer measure_begin_slot(struct measure *m, unsigned index, struct worker *worker)
{
	struct measure_state *s = m->state;
	enum job_answer answer;

	do {
		answer = find_slot(m, &worker->slot);
		if (answer == JOB_NONE)
			return begin_repeat(m, index, worker);
		if (answer != JOB_READY)
			return answer;
		s->taken[worker->slot] = true;
		take_group(m, worker);
		worker->attempt = (uint16_t)(measure_attempts_before(m, worker) + 1);
		worker->trial = TRIAL_NONE;
		worker->trial = measure_next_trial(m, worker, TRIAL_NONE);
		worker->slowest_ns = 0;
		worker->trials = 0;
		worker->share = SHARE_ALL;
		worker->kind = REPEAT_PLANNED;
	} while (!measure_begin_attempt(m, worker));
	worker->active = true;
	s->active++;
	s->serial = measure_subject_of(m, worker)->alone;
	return JOB_READY;
}
