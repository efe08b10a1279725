/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/measure/slot.h"

static const struct way *const ways[] = {
	&way_group,
	&way_trial_iterations,
	&way_trial_turns,
	&way_turns,
	&way_batch,
	&way_alone,
};

bool way_begin(struct worker *worker)
{
	size_t i = 0;

	worker->position = 0;
	worker->failed = worker->m->state->slots[worker->slot].hung;
	worker->timed_out = worker->failed && worker->m->settings->timeout_guessed;
	worker->disturbed = false;
	worker->short_searches = 0;
	while ((ways[i]->may && !ways[i]->may(worker)) ||
		(ways[i]->begin && !ways[i]->begin(worker)))
		i++;
	worker->way = ways[i];
	return slot_seek(worker);
}
