/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/measure/next.h"

#include "driver/measure/repeat.h"

/* Two launches of a benchmark would tune it twice. */
static bool is_being_tuned(const struct measure *m, const struct plan_slot *slot)
{
	const struct subject *subject = &m->subjects[slot->benchmark];

	return !slot->iterations && subject->tuning &&
	       !(m->build_count == 1 && subject->iterations);
}

/* JOB_READY, and *found is its index. */
static enum job_answer find_planned(struct measure *m, size_t *found)
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

		s->taken[i] = s->taken[i] || !slot_fits(m, i);
		if (s->taken[i])
			continue;
		answer = JOB_WAIT;
		if (m->subjects[slot->benchmark].alone && s->active)
			break;
		if (is_being_tuned(m, slot))
			continue;
		s->taken[i] = true;
		*found = i;
		return JOB_READY;
	}
	return answer;
}

enum job_answer next_slot(struct measure *m, struct worker *worker)
{
	enum job_answer answer = find_planned(m, &worker->slot);

	if (answer == JOB_NONE)
		return repeat_next(m, worker);
	worker->attempt = (uint16_t)(slot_attempts_before(m, worker) + 1);
	worker->kind = REPEAT_PLANNED;
	return answer;
}
