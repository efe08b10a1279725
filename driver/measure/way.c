/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/measure/way.h"

#include "compare/base/memory.h"

static const struct way *const ways[] = {
	&way_group,
	&way_trial_iterations,
	&way_trial_turns,
	&way_turns,
	&way_alone,
};

bool way_begin(struct measure *m, struct worker *worker)
{
	size_t i = 0;

	worker->position = 0;
	worker->failed = worker->disturbed = false;
	while ((ways[i]->may && !ways[i]->may(m, worker)) ||
		(ways[i]->begin && !ways[i]->begin(m, worker)))
		i++;
	worker->way = ways[i];
	return slot_seek(m, worker);
}

bool way_needs_trial(const struct measure *m, const struct worker *worker)
{
	const struct subject *subject = subject_of(m, worker);
	bool needed = m->build_count > 1;

	for (unsigned b = 0; b < m->build_count; b++)
		needed |= subject->builds[b].path && subject->builds[b].adapter->needs_trial;
	return needed && !slot_of(m, worker)->iterations;
}
