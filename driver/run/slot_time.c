/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/run/slot_time.h"

#include <math.h>

#include "driver/run/run.h"

unsigned slot_builds(const struct run *run, size_t subject)
{
	unsigned count = 0;

	for (size_t b = 0; b < run->builds.count; b++)
		count += run->subjects[subject].builds[b].path != NULL;
	return count;
}

double slot_time_usual_ns(const struct run *run, size_t subject)
{
	return ((double)run->settings.launch_time_ns + SLOT_TIME_EXTRA_NS) *
	       slot_builds(run, subject);
}

/* Of all builds, as far as the list shows it. */
static double start_ns(const struct run *run, size_t subject)
{
	const struct subject *s = &run->subjects[subject];
	double ns = 0;

	for (size_t b = 0; b < run->builds.count; b++)
		ns += s->builds[b].path ? s->builds[b].start_ns : 0;
	return ns;
}

/* Its part of the starts. */
static double start_share_ns(const struct run *run, size_t subject)
{
	unsigned group = run->subjects[subject].group;

	return start_ns(run, subject) / (group ? group : 1);
}

double slot_time_alone_ns(const struct run *run, size_t subject)
{
	return start_ns(run, subject) - start_share_ns(run, subject);
}

double slot_time_ns(const struct run *run, size_t subject)
{
	return run->ledger.of[subject].seen
		       ? run->ledger.of[subject].expected_ns * slot_builds(run, subject)
		       : slot_time_usual_ns(run, subject) + start_share_ns(run, subject);
}

double slot_time_next_ns(const struct log_row *row, double took_ns, bool was_tried)
{
	double rest = SLOT_TIME_EXTRA_NS;

	if (was_tried || row->evidence.tuned_iterations <= 0 || !(row->evidence.wall_ns > 0))
		return took_ns;
	if (row->evidence.setup_ns > 0)
		rest += (double)row->evidence.setup_ns;
	return fmin(took_ns, (double)row->evidence.wall_ns + rest);
}

/* Tuning, or the trials of several builds. */
static double trial_ns(const struct run *run, size_t subject)
{
	const struct subject *s = &run->subjects[subject];
	unsigned builds = slot_builds(run, subject);
	double ns = 0;

	if (run->builds.count == 1)
		return s->iterations ? 0 : LEDGER_TUNING_NS;
	if (!s->tried && !s->group)
		ns += builds * SLOT_TIME_EXTRA_NS + start_ns(run, subject);
	if (run->settings.turns.interleave && builds == 2 && !s->length.slice_ns)
		ns += builds * ((double)SETTLE_LAUNCH_NS + SLOT_TIME_EXTRA_NS);
	return ns;
}

bool slot_has_time(const struct run *run, size_t subject)
{
	const struct subject *s = &run->subjects[subject];
	double slot = slot_time_ns(run, subject);

	/* The trial launch, or the tuning. */
	if (run->builds.count > 1 ? !s->tried : !s->iterations)
		slot *= 2;
	return run_clock_has_time(&run->clock, slot + trial_ns(run, subject));
}

size_t slot_time_expect(struct run *run)
{
	struct ledger *ledger = &run->ledger;
	size_t launches = 0;

	for (size_t i = 0; i < run->subject_count; i++) {
		ledger_drop_all(ledger, i);
		if (!ledger->of[i].met && trial_ns(run, i) > 0)
			ledger_tunes(ledger, i, trial_ns(run, i));
	}
	for (size_t i = 0; i < run->phase.plan.slot_count; i++) {
		size_t subject = run->phase.plan.slots[i].benchmark;
		unsigned builds = slot_builds(run, subject);

		if (run->phase.done && run->phase.done[i])
			continue;
		for (unsigned b = 0; b < builds; b++)
			ledger_expect(ledger, subject, slot_time_ns(run, subject) / builds);
		launches += builds;
	}
	return launches;
}
