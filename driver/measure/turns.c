/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The two launches of a slot live at once, on one CPU, and measure in turn (harness/turn.h). */
#include "driver/measure/turns.h"

#include <sys/socket.h>
#include <sys/time.h>

#include "driver/measure/alone.h"
#include "driver/measure/ways.h"

bool turns_may(const struct worker *worker)
{
	const struct subject *subject = subject_of(worker);

	return slot_has_pair(worker->m) &&
	       (subject->iterations || slot_of(worker)->iterations) &&
	       subject->builds[0].path && subject->builds[1].path && subject->builds[0].turns &&
	       subject->builds[1].turns && !subject->no_turns;
}

/* The two ends of a socket over which the launches pass the turn; the first one has it. A
 * launch that waits longer than its time limit continues alone: a property of the socket, which
 * it inherits. */
bool turns_begin(struct worker *worker)
{
	int64_t limit_ns = slot_timeout_ns(worker), ms = limit_ns / 1000000;
	struct timeval patience = { ms / 1000, ms ? ms % 1000 * 1000 : 1000 };
	int *ends = worker->turns;

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
		return false;
	for (int i = 0; i < PROCESSES_MAX; i++)
		setsockopt(ends[i], SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
	send(ends[1], "t", 1, MSG_NOSIGNAL);
	return true;
}

/* The waiting launch needs twice the time limit: its partner may use all of its own first. */
void turns_request(struct worker *worker, struct launch_request *request, struct job *job)
{
	int *end = &worker->turns[worker->position];

	request->in_turns = true;
	job->timeout_ms *= 2;
	job->turn_fd = *end;
	*end = -1;
}

const struct way way_turns = { .together = true,
	.may = turns_may,
	.begin = turns_begin,
	.request = turns_request,
	.took = alone_took,
	.over = alone_over };
