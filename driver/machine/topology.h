/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_MACHINE_TOPOLOGY_H
#define DRIVER_MACHINE_TOPOLOGY_H

#include <stddef.h>

#include "harness/base/err.h"

/* A logical CPU that this process may use. */
struct topology_cpu {
	int cpu;  /* the kernel's number */
	int core; /* number of its physical core, from 0, in the order of the machine */
	int numa; /* node; 0 where there is one only */
};

/*
 * The CPUs in the order in which workers get them: one of each physical core (from the last
 * core down, so that CPU 0, which serves most interrupts, comes last), then their SMT siblings.
 */
struct topology {
	struct topology_cpu *cpus;
	size_t cpu_count, core_count;
};

int topology_read(struct topology *topology, struct err *e);
void topology_release(struct topology *topology);

/* Physical cores minus one, at least one. */
size_t topology_default_workers(const struct topology *topology);
/* CPU of a worker (from 0). More workers than CPUs share them. */
int topology_worker_cpu(const struct topology *topology, size_t worker);
/* A CPU for the driver on a core without a worker, else on a sibling without one, else -1. */
int topology_driver_cpu(const struct topology *topology, size_t workers);

#endif
