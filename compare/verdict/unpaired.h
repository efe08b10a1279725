/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_VERDICT_UNPAIRED_H
#define COMPARE_VERDICT_UNPAIRED_H

#include "compare/verdict/compared.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * Old against new from two sessions: the rule `unpaired`. A two-sample t on ln of the launch
 * minima with moderated variance, then Benjamini-Hochberg. Two sessions differ by more than
 * their launches show, so a shift that most benchmarks share is taken out, and what the others
 * differ by around it (spread) is part of each standard error.
 *
 * Controls, which have the same code in both logs, show the machine's shift if there are
 * enough. Without them the shift is the machine's or the program's. Then a benchmark is judged
 * twice, with the shift and without: it is called only if both readings call it, in the same
 * direction, and unchanged only if it is in both. Controls also show what happens
 * without a change: calls that they contradict are taken back.
 */

#define UNPAIRED_MODERATE_FROM 30 /* benchmarks */
#define UNPAIRED_CENTRE_FROM   10 /* benchmarks: fewer do not show a shift */
#define UNPAIRED_NULL_FROM     30 /* controls: fewer are no sample of the null */
/* The smallest change that matters, beside so many controls. */
#define UNPAIRED_THRESHOLD_CONTROLLED 0.03

/* One benchmark: one value a launch, ns per iteration, owned by the caller. NaNs are left out,
 * as are values at or below 0 where the clock step is not known. */
struct unpaired_input {
	size_t old_count, new_count;
	const double *old_min, *new_min;
	double old_step_ns,
		new_step_ns; /* clock step / iterations of a sample; NAN: not known */
	double threshold;    /* of this benchmark; NAN: that of the options */
	bool same_code;      /* in both logs: shows the shift */
	bool control;        /* no member of the family of tests */
	bool anchor;         /* of the pinned build of both sessions; same_code, control too */
};

struct unpaired_result {
	/* The times are geometric means of the launches, NaN for none; that of the new side
	 * without the shift. p, q, smallest and the interval are NaN where not tested. */
	struct metric_change time;
	bool shifted;     /* inconclusive as it differs by the shift: one reading decides it */
	const char *note; /* static: why it is inconclusive, or "" */
	double most;      /* upper limit of the ratio in either reading, 95 %, one-sided; NAN */
	double sd;        /* of ln, moderated; NAN */
};

struct unpaired_suite {
	size_t compared;         /* with a variance: three launches together or more */
	size_t tested, rejected; /* of those that are no controls */
	bool moderated;
	double df0, s0_squared;
	struct suite_shift shift; /* taken out of all rows, whatever its cause */
};

/* Fills results[0..n-1] and *suite (may be NULL). options: thresholds and moderation. */
void unpaired_compare(const struct unpaired_input *inputs, size_t n,
	const struct compare_options *options, struct unpaired_result *results,
	struct unpaired_suite *suite);

#endif
