/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_EXEC_SPAWN_H
#define DRIVER_EXEC_SPAWN_H

#include <sched.h>
#include <stdbool.h>
#include <sys/types.h>

#include "compare/base/string_list.h"
#include "driver/exec/job.h"

/*
 * Starts a program of a suite: a launch, or one that lists its benchmarks. The child borrows
 * the driver's memory until exec, so nothing is copied; the driver sleeps meanwhile
 * (docs/decisions/0008). Before exec, the child gets its own session and default signals, and
 * is set to die with the driver.
 */
struct spawn {
	/* Its path is never looked for in $PATH. Times, output and `anywhere` are not looked
	 * at. */
	struct job job;
	/* As job.turn_fd above JOB_TURN_FD; 0: none, and /dev/null for the standard ones. stdin
	 * is /dev/null. */
	int out_fd, errors_fd, row_fd;
	int cpu; /* to pin to, -1: not; becomes -1 where that failed */
	const cpu_set_t
		*cpus; /* where it is not pinned: may run on these; NULL: as the driver */
};

/*
 * Prepares this process to start others: orphans below it become its children, its descriptors
 * are closed on exec. May be called again. Returns -1 with errno set if there is no memory or
 * descriptor; spawn_process() then fails too.
 */
int spawn_prepare(void);
/* The same file above the descriptors that a launch gets, so that dup2() overwrites none of
 * them. -1 with errno set, also where it is below 0. */
int spawn_raised(int fd);
/* Adds `own` to the environment of a child, and what of ours it does not set itself. */
void spawn_environment(struct string_list *env, const struct string_list *own);
/* Returns the process id, which the caller reaps, or a negated errno if nothing runs. For the
 * main thread: the child dies with the thread that started it. */
pid_t spawn_process(struct spawn *spawn);
/*
 * For a driver without a CPU of its own. Its wake-ups then wait for a free CPU (one whose
 * launch has just ended) instead of interrupting a launch. The launches keep the normal policy.
 */
void spawn_politely(bool polite);
/* Can a launch be pinned to this CPU? */
bool spawn_can_pin(int cpu);
/* Can launches have the same addresses? Some containers forbid it. */
bool spawn_can_fix_layout(void);

#endif
