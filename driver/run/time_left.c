/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/run/time_left.h"

#include <math.h>

#include "driver/plan/adaptive.h"
#include "driver/plan/smoke.h"
#include "driver/run/changed.h"
#include "driver/run/run.h"

/* Before the first launch nothing is known of tuning, trials and the time between launches:
 * runs took up to this multiple of the launch times. */
#define UNKNOWN 3
/* A load that grows. */
#define LONGER 1.25
/* Of noise alone, half are suspects; of a change, up to all. */
#define SUSPECTS 0.8
/* So many benchmarks, or all that were met in that time, say what the others cost if their own
 * costs are as much alike. One in twenty that takes far longer is then among them. */
#define MET_LEAST  60
#define DOUBT_LESS 0.3
#define KNOWN_NS   20e9
#define DOUBT_MOST 1
/* After that time all that is known is said. */
#define SAID_NS 60e9

bool time_left_goes_on(const struct run *run)
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

	for (size_t i = 0; i < run->subject_count && time_left_goes_on(run); i++) {
		double slot = ledger_launch_ns(&run->ledger, i) * run->ledger.of[i].builds;
		double usual = run->ledger.of[i].usual_ns, rounds = s->rounds;
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

/* Of a suite of ours each launch takes as long as it is told, where builds are compared. In a
 * run of one build 200 samples end it, which may be a tenth of that. */
static bool is_cost_known(const struct run *run, double elapsed_ns)
{
	double doubt = ledger_doubt(&run->ledger);

	if (!(doubt > 0) || (run->ledger.met_count >= MET_LEAST && doubt <= DOUBT_LESS) ||
		(elapsed_ns >= KNOWN_NS && doubt <= DOUBT_MOST) ||
		(elapsed_ns >= SAID_NS && isfinite(doubt)))
		return true;
	if (run->builds.count == 1)
		return false;
	for (size_t i = 0; i < run->subject_count; i++)
		for (size_t b = 0; b < run->builds.count; b++) {
			const struct subject_build *build = &run->subjects[i].builds[b];

			if (build->path && build->adapter->needs_trial)
				return false;
		}
	return true;
}

/* What is planned of controls, but has no time: accounts.h. */
static double dropped_ns(const struct run *run)
{
	double sum = 0;

	for (size_t i = 0; i < run->subject_count; i++) {
		double launch = ledger_launch_ns(&run->ledger, i);

		sum += fmax(0,
			run->ledger.of[i].left * launch - ledger_allowed_ns(&run->ledger, i));
	}
	return sum;
}

bool time_left(const struct run *run, double elapsed_ns, double *least_ns, double *most_ns)
{
	const struct ledger *e = &run->ledger;
	unsigned workers = run->phase.workers;
	double pace = ledger_pace(e, workers, elapsed_ns) / workers;
	double left = ledger_left_ns(e, workers, elapsed_ns), doubt = ledger_doubt(e);
	double repeats = run->settings.repeat.disturbed + run->settings.repeat.alone;
	double least = 0, most = 0;
	bool known = is_cost_known(run, elapsed_ns);

	add_rounds(run, &least, &most);
	least = fmax(0, left - pace * dropped_ns(run)) + pace * least;
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
