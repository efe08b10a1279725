/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_ATTEMPTS_ATTEMPT_H
#define DRIVER_ATTEMPTS_ATTEMPT_H

#include "driver/attempts/series.h"
#include "driver/run/run.h"

struct attempt_options {
	struct run_settings run;     /* builds.old is the base, builds.new the idea */
	struct shared_options goals; /* its filters: -f */
	const char *series, *note;
	bool final; /* all that was kept, beside the build that the series began with */
};

struct attempt {
	struct attempt_options *options;
	struct series series;
	struct attempt_row row; /* its text is the series', once it has a number */
	/* On the way to it: */
	struct selection *goals; /* owned */
	size_t asked;            /* benchmarks that are asked for */
	struct run run;
	unsigned looks; /* before the last one */
	size_t looked;  /* launches that the latest had */
};

/*
 * Measures the idea beside the base until it is decided, within the budget, and adds the
 * attempt to the series; with `final` only measures. Returns 0; or after printing why an exit
 * code, of what is no attempt: EXIT_USAGE, EXIT_WRITE, or 128 + the signal that interrupted it.
 * *attempt has its options and an open series. Always release it.
 */
int attempt_make(struct attempt *attempt, char **words, int count);
void attempt_release(struct attempt *attempt);

#endif
