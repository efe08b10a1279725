/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/run/clock.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "compare/log/log.h"
#include "compare/log/write.h"
#include "harness/base/clock.h"

#define SPENT_KEY "spent_ns"
/* One per cent of the time is noted, but not more often than this. */
#define NOTES_OF_ALL 100
#define NOTE_MIN_NS  100e6
/* Of the budget, by which a run may be late. */
#define LATE 0.1

void run_clock_begin(struct run_clock *clock)
{
	clock->began_ns = bd_clock_ns();
}

void run_clock_pause(struct run_clock *clock, uint64_t ns)
{
	clock->began_ns += ns;
	clock->waited_ns += (double)ns;
}

double run_clock_ns(const struct run_clock *clock)
{
	return clock->spent_ns + (double)(bd_clock_ns() - clock->began_ns);
}

void run_clock_budget(struct run_clock *clock, int64_t budget_ns)
{
	if (!budget_ns)
		return;
	clock->total_ns = (double)budget_ns;
	clock->deadline_ns =
		clock->began_ns + (uint64_t)fmax(clock->total_ns - clock->spent_ns, 0);
	clock->end_ns = clock->deadline_ns + (uint64_t)(LATE * clock->total_ns);
}

void run_clock_resume(struct run_clock *clock, const struct log *log)
{
	double ns = strtod(log_meta(log, SPENT_KEY) ?: "", NULL);

	if (isfinite(ns) && ns > clock->spent_ns)
		clock->spent_ns = ns;
	clock->noted_ns = clock->spent_ns;
}

void run_clock_note(struct run_clock *clock, bool at_end)
{
	double now = run_clock_ns(clock);
	double step = fmax(clock->total_ns / NOTES_OF_ALL, NOTE_MIN_NS);
	char text[32];
	struct err e;

	if (clock->total_ns <= 0 || !clock->notes || !clock->notes->open ||
		(!at_end && now - clock->noted_ns < step))
		return;
	clock->noted_ns = now;
	snprintf(text, sizeof(text), "%.0f", now);
	/* A full disk shows at the next row. */
	log_writer_meta(clock->notes, SPENT_KEY, text, &e);
}

bool run_clock_has_time(const struct run_clock *clock, double slot_ns)
{
	/* A slot starts if at least half of it fits: the run then ends late as often as early.
	 */
	uint64_t now = bd_clock_ns();

	return !clock->deadline_ns || (now + (uint64_t)(slot_ns / 2) < clock->deadline_ns &&
					      now + (uint64_t)slot_ns < clock->end_ns);
}
