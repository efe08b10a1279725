/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/run/slot_time.h"

#include <math.h>

#include "driver/plan/adaptive.h"
#include "driver/plan/smoke.h"
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

/* Before the first launch nothing is known of tuning, trials and the time between launches:
 * runs took up to this multiple of the launch times. */
#define UNKNOWN 3
/* A load that grows. */
#define LONGER 1.25
/* Of noise alone, half are suspects. */
#define SUSPECTS 0.6
/* So many benchmarks, or all that were met in that time, say what the others cost if their own
 * costs are as much alike. One in twenty that takes far longer is then among them. */
#define MET_LEAST  60
#define DOUBT_LESS 0.3
#define KNOWN_NS   20e9
#define DOUBT_MOST 1
/* After that time all that is known is said. */
#define SAID_NS 60e9

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
	return run->estimate.seen[subject]
		       ? run->estimate.expected_ns[subject] * slot_builds(run, subject)
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
		return s->iterations ? 0 : ESTIMATE_TUNING_NS;
	if (!s->tried && !s->group)
		ns += builds * SLOT_TIME_EXTRA_NS + start_ns(run, subject);
	if (run->settings.interleave && builds == 2 && !s->length.slice_ns)
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

bool slot_time_goes_on(const struct run *run)
{
	return (run->settings.adaptive || run->settings.stage2_rounds) &&
	       !run->phase.in_second_stage;
}

/* What may come after the phase that is planned, of one worker, without what passes between
 * launches. */
static void add_rounds(const struct run *run, double *least_ns, double *most_ns)
{
	const struct run_settings *s = &run->settings;
	double first = fmin(s->rounds, ADAPTIVE_FIRST), sum = 0;

	for (size_t i = 0; i < run->subject_count && slot_time_goes_on(run); i++) {
		double slot = estimate_launch_ns(&run->estimate, i) * slot_builds(run, i);
		double usual = slot_time_usual_ns(run, i), rounds = s->rounds;
		double planned = run->phase.last_rounds[i];

		if (s->stage2_rounds && changed_is_control(run, i))
			continue;
		slot = slot > 0 ? slot : usual;
		if (s->stage2_rounds)
			rounds = smoke_rounds(s->rounds, slot, usual);
		*least_ns += fmax(0, first - planned) * slot;
		*least_ns += SMOKE_OTHERS * s->stage2_rounds * slot;
		/* One that is decided gives its time to others. */
		sum += (rounds - planned) * slot;
		*most_ns += SUSPECTS * s->stage2_rounds * slot;
	}
	*most_ns = fmax(*least_ns, *most_ns + fmax(0, sum));
}

/* Of a suite of ours each launch takes as long as it is told. */
static bool is_cost_known(const struct run *run, double elapsed_ns)
{
	double doubt = estimate_doubt(&run->estimate);

	if (!(doubt > 0) || (run->estimate.met_count >= MET_LEAST && doubt <= DOUBT_LESS) ||
		(elapsed_ns >= KNOWN_NS && doubt <= DOUBT_MOST) ||
		(elapsed_ns >= SAID_NS && isfinite(doubt)))
		return true;
	for (size_t i = 0; i < run->subject_count; i++)
		for (size_t b = 0; b < run->builds.count; b++) {
			const struct subject_build *build = &run->subjects[i].builds[b];

			if (build->path && build->adapter->needs_trial)
				return false;
		}
	return true;
}

bool slot_time_left(const struct run *run, double elapsed_ns, double *least_ns, double *most_ns)
{
	const struct estimate *e = &run->estimate;
	unsigned workers = run->phase.workers;
	double pace = estimate_pace(e, workers, elapsed_ns) / workers;
	double left = estimate_left_ns(e, workers, elapsed_ns), doubt = estimate_doubt(e);
	double repeats = run->settings.repeat_disturbed + run->settings.repeat_alone;
	double least = 0, most = 0;
	bool known = is_cost_known(run, elapsed_ns);

	add_rounds(run, &least, &most);
	least = left + pace * least;
	most = LONGER * (1 + repeats) * (left + pace * most);
	*least_ns = isfinite(doubt) ? least * fmax(0.5, 1 - doubt) / LONGER : least;
	if (!known)
		*most_ns = INFINITY;
	else if (isfinite(doubt))
		*most_ns = most * (1 + doubt);
	else
		*most_ns = fmax(most, UNKNOWN * least);
	return known;
}

size_t slot_time_expect(struct run *run)
{
	struct estimate *estimate = &run->estimate;
	size_t launches = 0;

	for (size_t i = 0; i < run->subject_count; i++) {
		while (estimate->left[i])
			estimate_drop(estimate, i);
		if (!estimate->met[i] && trial_ns(run, i) > 0)
			estimate_tunes(estimate, i, trial_ns(run, i));
	}
	for (size_t i = 0; i < run->phase.plan.slot_count; i++) {
		size_t subject = run->phase.plan.slots[i].benchmark;
		unsigned builds = slot_builds(run, subject);

		if (run->phase.done && run->phase.done[i])
			continue;
		for (unsigned b = 0; b < builds; b++)
			estimate_add(estimate, subject, slot_time_ns(run, subject) / builds);
		launches += builds;
	}
	return launches;
}
