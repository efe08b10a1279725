/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/measure/slot.h"

#include <unistd.h>

/*
 * Method: a slot is taken by one worker, which holds it (worker->way) until each build's launch
 * has ended or was given up: slot_seek() moves on to the next position that has a launch, and
 * slot_leave() gives the worker back. Which build comes first is the plan's, not the worker's,
 * so that the order is balanced whatever runs when. What a way of launching adds is in its
 * file.
 */

/* Time limits that nobody gave: also a launch that takes ten seconds to start once is fine. */
#define GUESS_TIMES   10
#define GUESS_MORE_NS 1e10

const struct plan_slot *slot_of(const struct worker *worker)
{
	return &worker->m->plan->slots[worker->slot];
}

struct subject *subject_of(const struct worker *worker)
{
	return &worker->m->subjects->items[slot_of(worker)->benchmark];
}

unsigned worker_index(const struct worker *worker)
{
	return (unsigned)(worker - worker->m->state->workers);
}

bool slot_same_suite(const struct measure *m, size_t one, size_t other)
{
	for (unsigned b = 0; b < m->build_count; b++)
		if (m->subjects->items[one].builds[b].path !=
			m->subjects->items[other].builds[b].path)
			return false;
	return true;
}

bool slot_may_share(const struct measure *m, size_t slot)
{
	const struct plan_slot *s = &m->plan->slots[slot];

	return m->subjects->items[s->benchmark].group && !s->iterations && !s->samples &&
	       !s->launch_time_ns && !s->fixed_layout && !s->anywhere;
}

static uint32_t first_of_suite(const struct measure *m, uint32_t benchmark)
{
	while (benchmark && slot_same_suite(m, benchmark, benchmark - 1))
		benchmark--;
	return benchmark;
}

unsigned slot_build_at(const struct worker *worker, unsigned position)
{
	struct plan_slot slot = *slot_of(worker);

	if (worker->way->tries)
		return position;
	/* So that all of the suite have ABBA, whatever else is in their groups. */
	if (worker->group_count)
		slot.benchmark = first_of_suite(worker->m, slot.benchmark);
	return plan_build_at(worker->m->plan, &slot, worker->m->build_count, position);
}

bool slot_has_pair(const struct measure *m)
{
	return m->state->processes == PROCESSES_MAX && m->build_count == PROCESSES_MAX;
}

bool slot_times_cpu(const struct worker *worker)
{
	const struct measure *m = worker->m;
	const struct subject *s = subject_of(worker);
	bool can = slot_has_pair(m) && !slot_of(worker)->anywhere && !s->all_cpus;

	for (unsigned b = 0; b < m->build_count; b++) {
		const struct adapter *adapter = s->builds[b].path ? s->builds[b].adapter : NULL;

		can &= adapter && adapter->times_cpu &&
		       adapter->times_cpu(s->name, s->settings);
	}
	return can;
}

unsigned slot_attempts_before(const struct worker *worker)
{
	return slot_of(worker)->attempts + worker->m->state->slots[worker->slot].failed_groups;
}

uint64_t slot_cost_ns(const struct measure_end *end)
{
	const struct worker *worker = end->worker;
	uint64_t ns = end->result->wall_ns;

	if (worker->way->together)
		return ns / PROCESSES_MAX;
	return worker->group_count ? ns / worker->group_count : ns;
}

void slot_tried(const struct measure_end *end)
{
	const struct measure_options *o = end->worker->m->options;

	o->tried(o->run, slot_of(end->worker)->benchmark, (double)slot_cost_ns(end));
}

int64_t slot_guess_timeout_ns(int64_t max_ns, double longest_ns)
{
	double guess = GUESS_TIMES * longest_ns + GUESS_MORE_NS;

	return longest_ns > 0 && guess < (double)max_ns ? (int64_t)guess : max_ns;
}

int64_t slot_timeout_ns(const struct worker *worker)
{
	const struct run_settings *settings = worker->m->settings;
	const struct subject *subject = subject_of(worker);

	if (subject->settings->timeout_ns > 0)
		return subject->settings->timeout_ns;
	if (!settings->timeout_guessed)
		return settings->timeout_ns;
	return slot_guess_timeout_ns(settings->timeout_ns, subject->longest_ns);
}

bool slot_fits(const struct measure *m, size_t slot)
{
	return m->options->goes_on(m->options->run, m->plan->slots[slot].benchmark);
}

bool slot_seek(struct worker *worker)
{
	const struct subject *subject = subject_of(worker);
	uint8_t hung = worker->m->state->slots[worker->slot].hung;

	for (; worker->position < worker->m->build_count; worker->position++) {
		unsigned build = slot_build_at(worker, worker->position);

		if (subject->builds[build].path && !(hung >> build & 1))
			return true;
	}
	return false;
}

void slot_leave(struct worker *worker)
{
	for (unsigned i = 0; worker->way->together && i < PROCESSES_MAX; i++)
		if (worker->turns[i] >= 0)
			close(worker->turns[i]);
	worker->way = NULL;
	worker->group_count = 0;
	worker->m->state->active--;
	worker->m->state->serial = false;
}
