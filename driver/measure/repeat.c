/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/measure/repeat.h"

static struct repeat_slot repeat_slot_of(const struct measure *m, const struct worker *worker)
{
	return (struct repeat_slot){ .slot = worker->slot,
		.subject = slot_of(m, worker)->benchmark,
		.worker = worker_index(m, worker),
		.attempt = worker->attempt,
		.kind = worker->kind,
		.serial = m->state->serial || m->options->workers == 1 };
}

enum job_answer repeat_next(struct measure *m, struct worker *worker)
{
	struct repeat_slot again;
	enum repeat_answer answer;

	if (!m->policy)
		return JOB_NONE;
	if (m->state->active)
		return JOB_WAIT;
	do /* What shares its launches would pay a start for each. */
		answer = repeat_policy_next(m->policy, worker_index(m, worker), &again);
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

void repeat_judge(struct measure *m, struct worker *worker, unsigned build, struct log_row *row)
{
	struct repeat_slot launch = repeat_slot_of(m, worker);

	launch.build = build;
	worker->disturbed |= m->policy && repeat_policy_launch(m->policy, &launch, row);
}

void repeat_over(struct measure *m, struct worker *worker)
{
	struct repeat_slot slot = repeat_slot_of(m, worker);

	if (m->policy)
		repeat_policy_slot_over(m->policy, &slot, worker->failed, worker->disturbed);
}
