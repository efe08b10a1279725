/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_MACHINE_ISOLATE_H
#define DRIVER_MACHINE_ISOLATE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "driver/machine/cgroup.h"
#include "harness/base/err.h"

/*
 * --isolate: a cpuset of cgroup v2 for the launches, a group `bdriver.PID` with the CPUs of the
 * workers (driver/machine/isolate_group.h explains its name). No other process may use these
 * CPUs if the group becomes a partition: `isolated`, which the load balancer of the kernel
 * skips too, else `root`.
 */
struct isolate {
	bool made;
	char *group;    /* its folder */
	int procs;      /* descriptor: a process that writes "0" to it moves into the group */
	int held;       /* locked descriptor: the group is in use; -1: no locks */
	char *switched; /* the group above, where the controller is switched off again; NULL: it
			   was on before */
	const char *kind; /* of the partition; NULL: it is none */
	char *shared;     /* why other processes may use these CPUs; NULL: they cannot */
	char *lost;       /* why it is not a partition any more; NULL: it is, as far as known */
	char *text;       /* all of this for the log */
};

/*
 * Creates the group, as high in the tree as permissions allow. An existing group `bdriver.PID`
 * is reused, as only a process with this id can have left it.
 */
int isolate_open(struct isolate *isolate, const struct cgroup_place *place, pid_t pid,
	const int *cpus, size_t count, struct err *e);
/* Does a process that moves into the group get just these CPUs? */
bool isolate_confines(const struct isolate *isolate, const int *cpus, size_t count);
/* Is the group still a partition, if it was one? Once the answer is no, it stays no. */
bool isolate_holds(struct isolate *isolate);
/* Removes the group when it is empty, and switches off what isolate_open() switched on. */
void isolate_close(struct isolate *isolate);
/* Removes the groups of drivers that were killed: returns how many. */
unsigned isolate_clear(const struct cgroup_place *place);

#endif
