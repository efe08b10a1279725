/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_MACHINE_WATCH_H
#define DRIVER_MACHINE_WATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "driver/machine/topology.h"

/* What `bdriver env --watch` measures, and how much of each disturbs launches. Pure. */
enum watched {
	WATCHED_CLOCK_STEP, /* ns */
	WATCHED_WAKE_UP,    /* us: 99th percentile of the delay of wake-ups, on the worst CPU */
	WATCHED_STEAL,      /* % of the CPU time of all CPUs */
	WATCHED_OTHERS,     /* % of the CPU time of all CPUs that other programs used */
	WATCHED_INTERRUPTS, /* a second, on the CPU with most */
	WATCHED_FREQUENCY,  /* %: range of the frequency over its median; NAN: not visible */
	WATCHED_CORE,       /* %: core probes that found the core shared, on the worst CPU */
	WATCHED_REFERENCE,  /* %: 90th percentile of the reference work over its best, on the
			       worst CPU */
	WATCHED_COUNT
};

struct watched_info {
	const char *name, *unit, *advice; /* static */
	double limit;                     /* more than this disturbs */
};

extern const struct watched_info watched_infos[WATCHED_COUNT];

/* NAN, which is not visible, does not. */
bool watched_disturbs(enum watched what, double value);

/* The kernel's counters, from the text of its files. */
struct watch_counters {
	double busy, steal, all; /* of all CPUs together, in ticks; all < 0: not known */
	uint64_t *interrupts;    /* of each column of /proc/interrupts */
	unsigned cpu_count;      /* columns */
};

void watch_parse_stat(struct watch_counters *counters, const char *text);
/* `interrupts` gets fresh memory. */
void watch_parse_interrupts(struct watch_counters *counters, const char *text);

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
