/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_EXEC_SPAWN_H
#define DRIVER_EXEC_SPAWN_H

#include <sched.h>
#include <stdbool.h>
#include <sys/types.h>

#include "driver/exec/job.h"

/*
 * Starts a program of a suite: a launch, or one that lists its benchmarks. The child borrows
 * the driver's memory until it executes its program, so that nothing is copied, and the driver
 * sleeps meanwhile (docs/decisions/0008). Between the two the child gets a session of its own,
 * default signals and a death with the driver, whatever suite it is.
 */
struct spawn {
	const char *path;  /* never looked for in $PATH */
	char *const *args; /* both end with NULL */
	char *const *env;
	/* Above JOB_TURN_FD; 0: none, and /dev/null for the standard ones. stdin is /dev/null.
	 */
	int out_fd, errors_fd, row_fd, turn_fd;
	int cpu; /* to pin to, -1: not; becomes -1 where that failed */
	const cpu_set_t
		*cpus; /* where it is not pinned: may run on these; NULL: as the driver */
	bool fixed_layout;
	struct job_limits limits;
};

/*
 * Prepares this process to start others: orphans below it become its children, its descriptors
 * are closed on exec. May be called again. Returns -1 with errno set if there is no memory or
 * descriptor; spawn_process() then fails too.
 */
int spawn_prepare(void);
/* Returns the process id, to be waited for by the caller, or a negated errno: then nothing
 * runs. For one thread: the child dies with the thread that started it. */
pid_t spawn_process(struct spawn *spawn);
/*
 * For all launches from now on: they move into the group whose `cgroup.procs` this descriptor
 * is, before they are pinned; one that cannot is not run. -1: no group.
 */
void spawn_group(int procs);
/*
 * Where the driver has no CPU of its own: its wake-ups then wait for a CPU that is free (one
 * whose launch has just ended is) instead of interrupting a launch on another one. The launches
 * are scheduled as ever.
 */
void spawn_politely(bool polite);
/* Can a launch be pinned to this CPU here? With a group, its CPUs are taken to be those. */
bool spawn_can_pin(int cpu);

#endif
