/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_EXEC_PROCESS_SWEEP_H
#define DRIVER_EXEC_PROCESS_SWEEP_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "driver/exec/job.h"

/*
 * Ends what launches leave behind. The driver is a subreaper: whoever loses its parent becomes
 * a child of the driver, also after setsid(). Launches that still run are told from leftovers
 * by their process id, their descendants by session or, after setsid(), by the worker number in
 * the environment that process.c gives them; one that hides that as well by the CPU to which it
 * is still pinned. Only who changed all three is taken for a leftover of whoever is swept next.
 */
#define SWEEP_VARIABLE "BDRIVER_WORKER"

/* Killed and not reaped yet: a zombie no longer tells whose it was. */
struct sweep_doomed {
	pid_t pid;
	unsigned worker; /* whose leftover it is */
	bool given_up;   /* SIGKILL did not end it: nobody waits for it any more */
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

/* Who is a child of this program by now is no leftover of anything that it starts: a shell that
 * executes it may have begun others before. Once, at the start. */
void sweep_spare_children(void);
/* Ends all other children, and theirs: what a suite that was asked for its list left behind.
 * Only while no launch runs. */
void sweep_orphans(void);
/*
 * Kills with SIGKILL and reaps the leftovers of the launch of `worker`, whose leader was `pid`
 * and has been reaped (0: none). Adds to *ended those that were alive and are now reaped; one
 * that had ended by itself does not count. Returns how many are still there: call again, a
 * little later, until 0.
 */
unsigned sweep_leftovers(struct sweep *sweep, unsigned worker, pid_t pid, unsigned *ended);
/* What is still there of the launch of `worker`, its leader included where `pid` is
 * not 0, is waited for no longer. It is reaped without being counted if it ends after all. */
void sweep_give_up(struct sweep *sweep, unsigned worker, pid_t pid);

#endif
