/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_RUN_ISOLATE_H
#define DRIVER_RUN_ISOLATE_H

#include <stdbool.h>

struct err;
struct progress;
struct run_cpus;

/* --isolate: makes the cpuset for the launches, and warns if others may use its CPUs too. */
int run_isolate(struct run_cpus *cpus, bool quiet, struct err *e);
/* Before the topology is read: frees the CPUs that a killed driver had taken. */
void run_isolate_clear(void);
/* After a launch: says, once, that the cpuset keeps others out no more. */
void run_isolate_check(struct run_cpus *cpus, struct progress *progress);
/* The launches must have ended. */
void run_isolate_end(struct run_cpus *cpus);

#endif
