/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "driver/run/run.h"
#include "harness/base/clock.h"

/* How long a run takes that has only so much time, also when it is interrupted and resumed. */

#define SPENT_KEY "spent_ns"
/* What is noted: one per cent of the time, but not more often than this. */
#define NOTES_OF_ALL  100
#define NOTE_LEAST_NS 100e6

void run_clock_begin(struct run *run)
{
	run->began_ns = bd_clock_ns();
}

double run_clock_ns(const struct run *run)
{
	return run->spent_ns + (double)(bd_clock_ns() - run->began_ns);
}

void run_clock_budget(struct run *run)
{
	double left = (double)run->settings.budget_ns - run->spent_ns;

	if (!run->settings.budget_ns)
		return;
	run->total_ns = (double)run->settings.budget_ns;
	run->deadline_ns = run->began_ns + (uint64_t)fmax(left, 0);
}

void run_clock_resume(struct run *run, const struct log *log)
{
	const char *spent = log_meta(log, SPENT_KEY);
	double ns = spent ? strtod(spent, NULL) : 0;

	if (isfinite(ns) && ns > run->spent_ns)
		run->spent_ns = ns;
	run->noted_ns = run->spent_ns;
}

void run_clock_note(struct run *run, struct log_writer *writer, bool at_end)
{
	double now = run_clock_ns(run);
	double step = fmax(run->total_ns / NOTES_OF_ALL, NOTE_LEAST_NS);
	char text[32];
	struct err e;

	if (run->total_ns <= 0 || !writer->open || (!at_end && now - run->noted_ns < step))
		return;
	run->noted_ns = now;
	snprintf(text, sizeof(text), "%.0f", now);
	/* A disk that is full shows at the next row. */
	log_writer_meta(writer, SPENT_KEY, text, &e);
}

double run_slot_ns(const struct run *run, size_t subject)
{
	const struct subject *s = &run->subjects[subject];
	double launch = run->estimate.seen[subject]
				? run->estimate.expected_ns[subject]
				: (double)run->settings.launch_time_ns + RUN_LAUNCH_EXTRA_NS;
	unsigned builds = 0;

	for (unsigned b = 0; b < MEASURE_BUILDS_MAX; b++)
		builds += s->paths[b] != NULL;
	return launch * builds;
}

bool run_clock_has_time(const struct run *run, size_t subject)
{
	const struct subject *s = &run->subjects[subject];
	double slot = run_slot_ns(run, subject);

	if (!run->deadline_ns)
		return true;
	/* The trial launch, or the tuning. */
	if (run->build_count > 1 ? !s->tried : !s->iterations)
		slot *= 2;
	/* It ends too late as often as too early. */
	return bd_clock_ns() + (uint64_t)(slot / 2) < run->deadline_ns;
}
