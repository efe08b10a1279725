/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_MACHINE_WATCH_COUNTERS_H
#define DRIVER_MACHINE_WATCH_COUNTERS_H

#include <stdint.h>

/* The kernel's counters, from the text of its files. */
struct watch_counters {
	double busy, steal, all; /* of all CPUs together, in ticks; all < 0: not known */
	uint64_t *interrupts;    /* of each column of /proc/interrupts */
	unsigned cpu_count;      /* columns */
};

void watch_parse_stat(struct watch_counters *counters, const char *text);
/* `interrupts` gets fresh memory. */
void watch_parse_interrupts(struct watch_counters *counters, const char *text);

#endif
