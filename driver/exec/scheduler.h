/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_EXEC_SCHEDULER_H
#define DRIVER_EXEC_SCHEDULER_H

#include <stdbool.h>
#include <stdint.h>

#include "driver/exec/job.h"
#include "harness/base/err.h"

/*
 * N workers, each on a CPU of its own, one process at a time on each. Jobs are pulled. A
 * *slot*, a sequence of launches that must run back to back on one worker (a paired run: one
 * launch of each build), needs nothing more: the source goes on giving that worker the slot's
 * launches until the slot is over.
 */
enum job_answer {
	JOB_READY, /* *job is filled in */
	JOB_WAIT,  /* nothing now: ask again when another job has ended */
	JOB_NONE,  /* nothing more for this worker */
};

struct job_source {
	/* What `worker` does next. When `draining` (the user asked to stop), only launches that
	 * end a slot already begun may be given. *job is zeroed before. */
	enum job_answer (*next)(void *ctx, unsigned worker, bool draining, struct job *job);
	/* The job that `worker` ran has ended. Returns 0, or -1 to stop the whole run (the log
	 * cannot be written any more): what runs is then cancelled. */
	int (*done)(void *ctx, unsigned worker, const struct job_result *result);
	/* SIGINT, SIGTERM or SIGHUP came, for the first (again = false) or another time. May be
	 * NULL. */
	void (*stopping)(void *ctx, bool again);
	/* Every tick_ms while something runs. May be NULL. */
	void (*tick)(void *ctx);
	void *ctx;
};

struct scheduler_options {
	unsigned workers;   /* at least 1 */
	const int *cpus;    /* one for each worker; -1: not pinned */
	const int *own;     /* the CPUs that the driver itself keeps to ... */
	unsigned own_count; /* ... 0: anywhere */
	unsigned tick_ms;   /* 0: no ticks */
};

/*
 * Runs until the source has nothing more. Returns 0; the signal that ended the run early (the
 * source was drained, or on a second signal the launches were cancelled); or -1 with *e set
 * when the loop itself failed or the source's done() asked to stop (*e is then left alone).
 */
int scheduler_run(const struct scheduler_options *options, const struct job_source *source,
	struct err *e);

/*
 * Call it before several runs of the scheduler. Signals that come between two runs are handled
 * in the next one. scheduler_let_signals() ends this and drops pending signals, as there is
 * nothing left to stop.
 */
void scheduler_hold_signals(void);
void scheduler_let_signals(void);

#endif
