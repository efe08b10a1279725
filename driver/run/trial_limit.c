/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/run/trial_limit.h"

#include <math.h>
#include <stdlib.h>

#include "compare/base/memory.h"
#include "driver/run/run.h"
#include "driver/run/slot_time.h"
#include "harness/base/clock.h"

/* Of the even share. */
#define SHARE 0.5
/* A launch that takes so many times what is usual for a slot is not long: machines are busy. */
#define TIMES 4

static bool is_limited(const struct run *run, size_t subject)
{
	return run->phase.deferred && !changed_is_control(run, subject);
}

void trial_limit_begin(struct run *run)
{
	const struct run_settings *s = &run->settings;
	double share = SHARE * (double)s->budget_ns * run->cpus.workers;

	if (!s->budget_ns || !s->adaptive)
		return;
	run->phase.deferred =
		memory_zeroed(run->subject_count + 1, sizeof(*run->phase.deferred));
	for (size_t i = 0; i < run->subject_count; i++)
		if (is_limited(run, i))
			run->subjects[i].most_ns =
				(int64_t)fmax(share / (double)run->subject_count,
					TIMES * slot_time_usual_ns(run, i));
}

void trial_limit_end(struct run *run)
{
	for (size_t i = 0; i < run->subject_count; i++)
		if (is_limited(run, i))
			run->subjects[i].most_ns = 0;
	trial_limit_release(run);
}

bool trial_limit_cut(struct run *run, size_t subject)
{
	bool is_over = run->clock.end_ns && bd_clock_ns() >= run->clock.end_ns;

	if (!is_limited(run, subject) || is_over)
		return false;
	run->phase.deferred_count += !run->phase.deferred[subject];
	run->phase.deferred[subject] = true;
	estimate_learn(&run->estimate, subject, (double)run->subjects[subject].most_ns);
	while (run->estimate.left[subject]) {
		estimate_drop(&run->estimate, subject);
		run->progress.total--;
	}
	return true;
}

bool trial_limit_defers(const struct run *run, size_t subject)
{
	return run->phase.deferred && run->phase.deferred[subject];
}

void trial_limit_release(struct run *run)
{
	free(run->phase.deferred);
	run->phase.deferred = NULL;
}
