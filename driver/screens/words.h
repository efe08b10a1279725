/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_SCREENS_WORDS_H
#define DRIVER_SCREENS_WORDS_H

#include "compare/log/log.h"
#include "compare/print/layout.h"
#include "driver/history/events.h"

/*
 * What the last night called beside the build of the night before. A history judges it once
 * another night bears it out: until then it is neither new nor nothing.
 */
struct pending {
	char *text; /* owned; NULL: nothing */
	bool rises; /* a benchmark regressed */
};

/* What the screens of a history show: one class of machines. Borrowed. */
struct screen {
	const struct tracks *tracks;
	const struct changes *changes;
	const struct events *events;
	const struct decisions *decisions;
	const struct reported *reported;
	double alarms; /* the budget: false ones in 30 nights */
	struct pending pending;
};

/* A screen has one page: the rest is counted. */
#define SCREEN_ROWS 40
#define NIGHT_SIZE  24
/* "2025-02-03", or with the time. */
char *night_date(char out[NIGHT_SIZE], int64_t seconds);
char *night_time_text(char out[NIGHT_SIZE], int64_t seconds);

/* A paragraph of the screen, as layout_wrap(). */
void screen_say(FILE *out, const struct layout_size *size, const char *first,
	const char *format, ...) __attribute__((format(printf, 4, 5)));

/* "Sort/64 and 3 more": those in the state of the event, "(4 of 9)" if it has others. The
 * caller frees these. */
char *event_benchmarks(const struct screen *screen, const struct event *event);
/* Where the first night of the new level is: "commit 9f2c1e sort: branchless", "one of 7
 * commits 71ac03..9f2c1e ...", or dates where no revisions are known. */
char *event_place(const struct screen *screen, const struct event *event);
/* "+6.41 % of Sort/64 and 3 more: the nights since do not bear it out", or what it became. The
 * caller frees it. */
char *withdrawn_text(const struct reported_event *event);
/* The largest change of the event. */
const struct change *event_largest(const struct screen *screen, const struct event *event);
/* How the last night moved the suite, if nobody can tell why; else NULL. The caller frees it.
 */
char *suite_step_text(const struct screen *screen);
/* "12 of 411; would see in a week: A (49 %), B (31 %), 10 more": the noisiest, or all; NULL:
 * there is none. The caller frees it. */
char *too_noisy_text(const struct screen *screen, bool all);

/* Of two logs of one session; none if they cannot be compared. */
struct pending pending_of(const struct log *before, const struct log *now);
void pending_release(struct pending *pending);

#endif
