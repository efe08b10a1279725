/* SPDX-License-Identifier: MIT */
#ifndef BD_RESOURCES_H
#define BD_RESOURCES_H

#include <stdint.h>

/* What this process has used. -1: the kernel does not report it. */
struct bd_resources {
	int64_t cpu_ns; /* all threads, user and system */
	int64_t wall_ns;
	int64_t voluntary_switches, involuntary_switches, minor_faults, major_faults;
	int64_t migrations, run_delay_ns; /* of the main thread */
};

/*
 * Counts over phases; what happens between two phases does not count. A phase is a turn of a
 * launch, or all of its samples. Beginning and ending one takes some us, which are not in CPU
 * and wall time.
 */
struct bd_meter {
	struct bd_resources used; /* complete after bd_meter_close() */
	struct bd_resources start;
	int run_delay_fd;
};

void bd_meter_open(struct bd_meter *meter);
void bd_meter_begin(struct bd_meter *meter);
void bd_meter_end(struct bd_meter *meter);
void bd_meter_close(struct bd_meter *meter);

/* Peak resident memory so far in KiB (VmHWM), -1 if not known. */
int64_t bd_peak_kib(void);
/* Starts the peak again from the present size, if the kernel allows it. */
void bd_peak_reset(void);

#endif
