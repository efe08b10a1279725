/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_RUN_CPUS_H
#define DRIVER_RUN_CPUS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "driver/machine/lock.h"
#include "driver/machine/topology.h"

struct run_clock;
struct run_settings;
struct subjects;

/* The CPUs that a run measures on, and what keeps others off them. Zeroed it can be released.
 */
struct run_cpus {
	struct topology topology;
	unsigned workers;
	int *cpus;  /* of each worker */
	bool all;   /* launches may run on all CPUs: they are locked, too */
	bool taken; /* by run_cpus_take() */
	struct lock lock;
};

/* Chooses a CPU for each worker. workers 0: as many as the topology suggests. */
int run_cpus_choose(struct run_cpus *cpus, int64_t workers, struct err *e);
/*
 * Locks the CPUs. Waits for another bdriver unless they forbid it; the clock stands meanwhile.
 * 0 at once where the CPUs are taken.
 */
int run_cpus_take(struct run_cpus *cpus, const struct run_settings *settings,
	struct run_clock *clock, struct err *e);
void run_cpus_release(struct run_cpus *cpus);

/*
 * Which benchmarks have all CPUs, and have them alone: those with threads, and commands, unless
 * the run was asked to measure several at a time. Sets `all_cpus` and `alone` of the subjects.
 */
void all_cpus_choose(struct run_cpus *cpus, int64_t workers, struct subjects *subjects);
/* Says on the screen which have, and which have threads on one CPU. */
void all_cpus_say(const struct subjects *subjects);
/* At the end: which started threads that nobody knew of. */
void all_cpus_report(const struct subjects *subjects, FILE *out);

#endif
