/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_MACHINE_WATCH_H
#define DRIVER_MACHINE_WATCH_H

#include <stdint.h>

#include "driver/machine/topology.h"
#include "driver/machine/watched.h"

/*
 * Watches the machine. A thread on each CPU sleeps 5 ms at a time, records how late it wakes,
 * probes its core and runs the reference work at every fourth wake-up. The kernel's counters
 * are read before and after. Takes about 1 % of each CPU.
 */
struct watch {
	double values[WATCHED_COUNT]; /* NAN: not visible here */
	double seconds;
};

#define WATCH_CPUS_MAX 256

/* Returns 0, or -1 with *e set where no thread can be started. */
int watch_machine(struct watch *watch, const struct topology *topology, int64_t duration_ns,
	struct err *e);

#endif
