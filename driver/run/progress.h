/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_RUN_PROGRESS_H
#define DRIVER_RUN_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "compare/log/row.h"

/*
 * What a person sees while a run goes on. On a terminal one line that is shown again and again;
 * elsewhere a plain line now and then; with `verbose` one line a launch; quiet: nothing.
 */
enum progress_kind { PROGRESS_QUIET, PROGRESS_NOW_AND_THEN, PROGRESS_BAR, PROGRESS_LAUNCHES };

struct progress {
	enum progress_kind kind;
	FILE *out;
	size_t done, total, failed;
	unsigned workers;
	char **running; /* what runs on each worker, cleaned for the terminal; NULL: nothing */
	uint64_t started_ns, shown_ns;
	uint64_t began_ns;        /* of the whole run, as `lines` */
	unsigned tenths;          /* last plain line that was printed, in tenths of the phase */
	unsigned lines;           /* for tenths, of the whole run: survives progress_init() */
	double least_ns, most_ns; /* until the end; set by the caller. INFINITY: not known */
};

/* *progress is zeroed, or of the phase before and released. */
void progress_init(struct progress *progress, FILE *out, bool quiet, bool verbose,
	unsigned workers, size_t total);
void progress_release(struct progress *progress);

void progress_started(
	struct progress *progress, unsigned worker, const char *suite, const char *benchmark);
/* left: launches that are still to come. */
void progress_ended(
	struct progress *progress, unsigned worker, const struct log_row *row, size_t left);
/* Draws the line again, to keep its clock going; elsewhere prints one if it is due. */
void progress_tick(struct progress *progress);
/* A line for the person, above the bar; none if quiet. */
void progress_say(struct progress *progress, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* Takes the bar away. */
void progress_clear(struct progress *progress);

/* Not on a terminal: is it time for a line? */
bool progress_is_due(const struct progress *progress, uint64_t now_ns);

#endif
