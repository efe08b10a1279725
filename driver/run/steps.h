/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_RUN_STEPS_H
#define DRIVER_RUN_STEPS_H

#include "driver/run/run.h"

struct shared_options;

/* A run from its beginning to its end: found, prepared, measured, finished. */

/*
 * Finds the suites and what the words and options select of them. The builds have their names
 * and the configuration is read. Warns of suites that do not answer; -1 where none does.
 */
int run_find(struct run *run, const struct shared_options *options, char **words,
	int word_count, struct err *e);
/* The exit code where run_find() failed. */
int run_unfound_code(const struct builds *builds);
/*
 * Names the logs, chooses CPUs, collects the subjects; the settings are made. resumed: a log of
 * the run that goes on; NULL: a new one.
 */
int run_prepare(struct run *run, const char *resumed, struct err *e);
/*
 * Measures all phases into the logs and ends them. Returns 0 or an exit code after printing
 * why: EXIT_WRITE; EXIT_USAGE; or 128 + the signal that interrupted the run.
 */
int run_measure(struct run *run);
/* Gives the logs their names, after run_measure(): 0, or EXIT_WRITE after printing why. */
int run_finish(struct run *run);
void run_release(struct run *run);

#endif
