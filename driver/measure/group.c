/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Several slots of a suite whose start is expensive share their launches. Who breaks one, or
 * has no result, leaves the group and is measured again, alone.
 */
#include <stdlib.h>

#include "driver/measure/alone.h"
#include "driver/measure/files.h"
#include "driver/measure/row.h"

/* A benchmark of a group may take so many launch times. */
#define GROUP_TIMES 20

static bool may(const struct worker *worker)
{
	return slot_may_share(worker->m, worker->slot);
}

static bool is_long(const struct measure *m, const struct subject *subject)
{
	return subject->iteration_ns > (double)m->settings->launch_time_ns;
}

/* Can both be in one group? All have the same number of samples. */
static bool go_together(const struct measure *m, size_t one, size_t other)
{
	const struct plan_slot *p = &m->plan->slots[one], *q = &m->plan->slots[other];

	return slot_same_suite(m, p->benchmark, q->benchmark) && p->round == q->round &&
	       m->subjects->items[p->benchmark].all_cpus ==
		       m->subjects->items[q->benchmark].all_cpus &&
	       p->stage == q->stage &&
	       is_long(m, &m->subjects->items[p->benchmark]) ==
		       is_long(m, &m->subjects->items[q->benchmark]);
}

static int by_benchmark(const void *a, const void *b, void *plan)
{
	const struct plan_slot *slots = ((const struct plan *)plan)->slots;
	uint32_t x = slots[*(const size_t *)a].benchmark,
		 y = slots[*(const size_t *)b].benchmark;

	return (x > y) - (x < y);
}

/* Turns to one of the group. */
static struct subject *member(struct worker *worker, size_t i)
{
	worker->slot = worker->group[i];
	worker->attempt = (uint16_t)(slot_attempts_before(worker) + 1);
	return subject_of(worker);
}

/* What of the plan the launches of this slot measure as well. */
static bool begin(struct worker *worker)
{
	struct measure *m = worker->m;
	struct measure_state *s = m->state;
	size_t last = s->first + LOOK_AHEAD, own = worker->slot;
	size_t most = subject_of(worker)->group;

	worker->group[0] = own;
	worker->group_count = 1;
	for (size_t i = s->first; i < m->plan->slot_count && i < last; i++) {
		if (worker->group_count == most)
			break;
		if (s->slots[i].taken || !slot_may_share(m, i) || !go_together(m, own, i) ||
			!slot_fits(m, i))
			continue;
		s->slots[i].taken = true;
		worker->group[worker->group_count++] = i;
	}
	qsort_r(worker->group, worker->group_count, sizeof(*worker->group), by_benchmark,
		(void *)m->plan);
	member(worker, 0);
	return true;
}

static void request(struct worker *worker, struct launch_request *r, struct job *job)
{
	unsigned build = slot_build_at(worker, worker->position);

	for (size_t i = 0; i < worker->group_count; i++) {
		struct subject *s = member(worker, i);

		worker->names[i] = s->name;
		files_renew_pages(worker->m, slot_of(worker)->benchmark, build, r->path);
	}
	member(worker, 0);
	r->group = worker->names;
	r->group_count = worker->group_count;
	r->iterations = 0;
	/* Beside what one launch may take. */
	job->timeout_ms += worker->group_count * GROUP_TIMES *
			   (uint64_t)worker->m->settings->launch_time_ns / 1000000;
}

static void put_back(struct measure_state *s, size_t slot)
{
	s->slots[slot].taken = false;
	s->slots[slot].failed_groups++;
	s->first = slot < s->first ? slot : s->first;
}

/* Who has no result in a launch that died is to blame: the first, as they run in order. */
static int blame(const struct measure_end *end)
{
	struct worker *worker = end->worker;
	struct measure_state *state = worker->m->state;
	const struct job_result *result = end->result;
	struct log_row row;
	size_t i;
	int rc = 0;

	for (i = 0; i < worker->group_count; i++) {
		struct subject *s = member(worker, i);
		const struct adapter *adapter = s->builds[end->build].adapter;

		if (adapter->read(&state->channel.reading, result, s->name, &row, state->e))
			break;
		/* So that those which take long form a group of their own. */
		if (row.launch.status == OUTCOME_OK)
			s->iteration_ns = row.evidence.samples[0];
	}
	if (i < worker->group_count && result->end == JOB_TIMEOUT) {
		row_judge(end, &row);
		rc = alone_keep_hung(end, &row);
	}
	for (size_t k = 0; k < worker->group_count; k++) {
		if (k == i || i == worker->group_count)
			member(worker, k)->group = 0;
		put_back(state, worker->group[k]);
	}
	worker->group_count = 0;
	return rc;
}

/* Its row is written, or it leaves the group and is measured again, alone. */
static int take_member(const struct measure_end *end, bool *stays)
{
	struct worker *worker = end->worker;
	struct measure_state *state = worker->m->state;
	struct subject *subject = subject_of(worker);
	struct job_result own = *end->result;
	struct measure_end of_it = { worker, end->process, end->build, &own };
	struct log_row row;

	own.peak_kib = -1; /* it is that of all */
	worker->failed = false;
	row_judge(&of_it, &row);
	*stays = row.launch.status != OUTCOME_GARBLED && !row_search_is_short(worker, &row);
	if (*stays && alone_keep(&of_it, &row))
		return -1;
	/* What has rows with others keeps to their time if it is alone later. */
	if (*stays)
		subject->time = TIME_WALL;
	if (worker->failed &&
		state->slots[worker->slot].failed_groups < subject->settings->retries)
		*stays = false;
	if (!*stays) {
		subject->group = 0;
		put_back(state, worker->slot);
	}
	return 0;
}

static int take_members(const struct measure_end *end)
{
	struct worker *worker = end->worker;
	size_t kept = 0;
	bool stays;

	for (size_t i = 0; i < worker->group_count; i++) {
		member(worker, i);
		if (take_member(end, &stays))
			return -1;
		if (stays)
			worker->group[kept++] = worker->group[i];
	}
	worker->group_count = kept;
	return 0;
}

static int took(const struct measure_end *end)
{
	struct launch_reading *reading = &end->worker->m->state->channel.reading;
	const struct job_result *result = end->result;
	struct worker *worker = end->worker;
	int rc = 0;

	reading->of_group = true;
	if (result->end != JOB_EXITED || result->code)
		rc = blame(end);
	else
		rc = take_members(end);
	reading->of_group = false;
	if (worker->group_count)
		member(worker, 0);
	else
		worker->position = worker->m->build_count;
	return rc;
}

const struct way way_group = { .may = may, .begin = begin, .request = request, .took = took };
