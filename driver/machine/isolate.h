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
	char *group; /* its folder */
	int procs;   /* descriptor: who writes "0" to it moves into the group */
	int held;    /* descriptor that tells others that the group is in use; -1: no locks */
	char *switched; /* the group above, where the controller goes off again; NULL: it was on
			 */
	const char *kind; /* of the partition; NULL: it is none */
	char *shared;     /* why others may use these CPUs as well; NULL: they cannot */
	char *lost; /* how it ceased to be a partition; NULL: it did not, as far as is known */
	char *text; /* all of this for the log */
};

/*
 * Makes the group, as high in the tree as the rights allow. A group `bdriver.PID` that is there
 * is taken, as only a process of this id can have left it.
 */
int isolate_open(struct isolate *isolate, const struct cgroup_place *place, pid_t pid,
	const int *cpus, size_t count, struct err *e);
/* Does a process that moves into the group get just these CPUs? */
bool isolate_confines(const struct isolate *isolate, const int *cpus, size_t count);
/* Is what was made still a partition (or was it none)? Asked once it is not, it stays so. */
bool isolate_holds(struct isolate *isolate);
/* Removes the group, once nobody is in it, and switches off what was switched on. */
void isolate_close(struct isolate *isolate);
/* Removes the groups of drivers that are gone (killed): returns how many. */
unsigned isolate_clear(const struct cgroup_place *place);

#endif
