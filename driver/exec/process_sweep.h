/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_EXEC_PROCESS_SWEEP_H
#define DRIVER_EXEC_PROCESS_SWEEP_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "driver/exec/job.h"

/*
 * Ends processes that launches leave behind. The driver is a subreaper: a process that loses
 * its parent becomes a child of the driver, even after setsid(). A child of the driver belongs
 * to a launch that still runs if one of these matches, in this order: its process id, its
 * session, the worker number in its environment, the CPU to which it is pinned. Otherwise it is
 * a leftover of the launch that is swept next.
 */
#define SWEEP_VARIABLE "BDRIVER_WORKER"

/* Killed and not yet reaped: a zombie has no environment and no affinity any more. */
struct sweep_doomed {
	pid_t pid;
	unsigned worker; /* whose leftover it is */
	bool given_up;   /* SIGKILL did not end it, so it is not waited for */
};

#define SWEEP_DOOMED_MAX 64

struct sweep {
	pid_t live[JOB_WORKERS_MAX]; /* of each worker's launch until it is swept, 0 where none
				      */
	int cpus[JOB_WORKERS_MAX];   /* to which its launches are pinned, -1: to none */
	size_t worker_count;
	struct sweep_doomed doomed[SWEEP_DOOMED_MAX]; /* those that fit */
	size_t doomed_count;
};

/* Children that exist before the first launch (a shell may have started them before exec) are
 * never taken for leftovers. Call it once, at the start. */
void sweep_spare_children(void);
/* Can leftovers be found? Not without /proc, as in a bare chroot. */
bool sweep_works(void);
/* Ends all other children and their descendants: leftovers of a suite that was asked for its
 * list. Only while no launch runs. */
void sweep_orphans(void);
/*
 * Kills with SIGKILL and reaps the leftovers of the launch of `worker`, whose leader was `pid`
 * and has been reaped (0: none). Adds to *ended those that were alive and are now reaped; one
 * that had ended by itself does not count. Returns how many are still there: call again, a
 * little later, until 0.
 */
unsigned sweep_leftovers(struct sweep *sweep, unsigned worker, pid_t pid, unsigned *ended);
/* Stops waiting for the leftovers of the launch of `worker`, and for its leader if `pid` is not
 * 0. They are reaped without being counted if they end after all. */
void sweep_give_up(struct sweep *sweep, unsigned worker, pid_t pid);

#endif
