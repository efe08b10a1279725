/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/measure/next.h"

/* Two launches of a benchmark would tune it twice. */
static bool is_being_tuned(const struct measure *m, const struct plan_slot *slot)
{
	const struct subject *subject = &m->subjects->items[slot->benchmark];

	return !slot->iterations && subject->tuning &&
	       !(m->build_count == 1 && subject->iterations);
}

/* JOB_READY, and *found is its index. */
static enum job_answer find_planned(struct measure *m, size_t *found)
{
	struct measure_state *s = m->state;
	enum job_answer answer = JOB_NONE;
	size_t last;

	while (s->first < m->plan->slot_count && s->slots[s->first].taken)
		s->first++;
	if (s->first == m->plan->slot_count)
		return JOB_NONE;
	if (s->serial)
		return JOB_WAIT;
	last = s->first + LOOK_AHEAD;
	for (size_t i = s->first; i < m->plan->slot_count && i < last; i++) {
		const struct plan_slot *slot = &m->plan->slots[i];

		s->slots[i].taken = s->slots[i].taken || !slot_fits(m, i);
		if (s->slots[i].taken)
			continue;
		answer = JOB_WAIT;
		if (m->subjects->items[slot->benchmark].alone && s->active)
			break;
		if (is_being_tuned(m, slot))
			continue;
		s->slots[i].taken = true;
		*found = i;
		return JOB_READY;
	}
	return answer;
}

static struct repeat_slot repeat_slot_of(const struct worker *worker)
{
	return (struct repeat_slot){ .slot = worker->slot,
		.subject = slot_of(worker)->benchmark,
		.worker = worker_index(worker),
		.attempt = worker->attempt,
		.kind = worker->kind,
		.serial = worker->m->state->serial || worker->m->options->workers == 1 };
}

/* The plan is through: what m->policy wants to have once more, with nothing beside it. */
static enum job_answer find_repeated(struct worker *worker)
{
	struct measure *m = worker->m;
	struct repeat_slot again;
	enum repeat_answer answer;

	if (!m->policy)
		return JOB_NONE;
	if (m->state->active)
		return JOB_WAIT;
	do /* What shares its launches would pay a start for each. */
		answer = repeat_policy_next(m->policy, worker_index(worker), &again);
	while (answer == REPEAT_READY && slot_may_share(m, again.slot));
	if (answer != REPEAT_READY)
		return answer == REPEAT_WAIT ? JOB_WAIT : JOB_NONE;
	if (!slot_fits(m, again.slot))
		return JOB_NONE;
	worker->slot = again.slot;
	worker->attempt = again.attempt;
	worker->kind = again.kind;
	return JOB_READY;
}

enum job_answer next_slot(struct worker *worker)
{
	enum job_answer answer = find_planned(worker->m, &worker->slot);

	if (answer == JOB_NONE)
		return find_repeated(worker);
	worker->attempt = (uint16_t)(slot_attempts_before(worker) + 1);
	worker->kind = REPEAT_PLANNED;
	return answer;
}

void next_judge(struct worker *worker, unsigned build, struct log_row *row)
{
	struct repeat_policy *policy = worker->m->policy;
	struct repeat_slot launch = repeat_slot_of(worker);

	launch.build = build;
	worker->disturbed |= policy && repeat_policy_launch(policy, &launch, row);
}

void next_over(struct worker *worker)
{
	struct repeat_slot slot = repeat_slot_of(worker);

	if (worker->m->policy)
		repeat_policy_slot_over(
			worker->m->policy, &slot, worker->failed, worker->disturbed);
}
