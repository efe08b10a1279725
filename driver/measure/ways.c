/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/measure/ways.h"

static const struct way *const ways[] = {
	&way_group,
	&way_trial_iterations,
	&way_trial_turns,
	&way_turns,
	&way_batch,
	&way_alone,
};

bool way_begin(struct measure *m, struct worker *worker)
{
	size_t i = 0;

	worker->position = 0;
	worker->failed = m->state->hung[worker->slot];
	worker->timed_out = worker->failed && m->options->settings->timeout_guessed;
	worker->disturbed = false;
	worker->cut_count = 0;
	while ((ways[i]->may && !ways[i]->may(m, worker)) ||
		(ways[i]->begin && !ways[i]->begin(m, worker)))
		i++;
	worker->way = ways[i];
	return slot_seek(m, worker);
}
