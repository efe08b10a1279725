/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_SUITE_COMMAND_RUNNER_H
#define DRIVER_SUITE_COMMAND_RUNNER_H

#include <stddef.h>
#include <stdint.h>

#include "driver/base/child.h"

/*
 * A launch of a command: this program starts itself as a small process, which runs the command
 * again and again, times each run from before fork() to after wait4(), and writes one row to
 * JOB_ROW_FD as a suite does. So the driver's memory and its work are in no number.
 *
 *	bdriver COMMAND_RUNNER NAME KEY=VALUE... -- WORD...
 *
 * Keys: iterations, samples, time (ns), clock ("cpu": CPU time instead of wall time, and the
 * wall time of the row is without delays), shell (1: WORD is a command line for sh), exit
 *(codes separated by commas, or "any"), directory, setup (once, before all), prepare (before
 *each run), cleanup (once, at the end), value and unit (driver/base/where.h: what the program
 *prints is its time), value_at and unit_at (where these are configured). {n} in a word is the
 *number of iterations.
 */
#define COMMAND_RUNNER "--run-command"
/* Returns the exit code. */
int command_runner_main(int argc, char **argv);

/* What starting a process and waiting for it costs in ns: median of some runs of /bin/true; 0
 * if it is not there. */
double command_runner_start_ns(void);

/* Times that a program prints, as [command NAME] says. */
struct printed_form {
	const char *value, *unit;       /* of driver/base/where.h; a unit may be UNIT/{n} */
	const char *value_at, *unit_at; /* FILE:LINE, for errors */
};

/* Fills ns per iteration of a run of n iterations. Returns how many, or -1 with a sentence. */
int printed_times(const struct printed_form *form, const struct child_text *output, int64_t n,
	double *ns, int most, struct err *e);

#endif
