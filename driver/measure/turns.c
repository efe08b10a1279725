/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The two launches of a slot live at once, on one CPU, and measure in turn (harness/turn.h). */
#include "driver/exec/turn_pair.h"
#include "driver/measure/way.h"

bool way_can_take_turns(const struct measure *m, const struct worker *worker)
{
	const struct subject *subject = subject_of(m, worker);

	return slot_has_pair(m) && (subject->iterations || slot_of(m, worker)->iterations) &&
	       subject->builds[0].path && subject->builds[1].path && subject->builds[0].turns &&
	       subject->builds[1].turns && !subject->stumbled;
}

bool way_begin_turns(struct measure *m, struct worker *worker)
{
	uint64_t patience_ms = (uint64_t)slot_timeout_ns(m, worker) / 1000000;

	return !turn_pair_make(worker->turns, patience_ms ? patience_ms : 1);
}

/* The waiting launch needs twice the time limit: its partner may use all of its own first. See
 * turn_pair_make(). */
void way_request_turns(struct measure *m, struct worker *worker, struct launch_request *request,
	struct job *job)
{
	int *end = &worker->turns[worker->position];

	(void)m;
	request->in_turns = true;
	job->timeout_ms *= 2;
	job->turn_fd = *end;
	*end = -1;
}

const struct way way_turns = { .together = true,
	.may = way_can_take_turns,
	.begin = way_begin_turns,
	.request = way_request_turns,
	.took = way_took,
	.over = way_over };
