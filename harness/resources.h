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

/* Call them just before and just after the samples. The reading itself is not in CPU and wall.
 */
void bd_resources_begin(struct bd_resources *start);
/* Fills *used with what was used since bd_resources_begin(). */
void bd_resources_end(struct bd_resources *used, const struct bd_resources *start);
/* Adds what another phase used. */
void bd_resources_add(struct bd_resources *sum, const struct bd_resources *used);

/* Peak resident memory so far in KiB (VmHWM), -1 if not known. */
int64_t bd_peak_kib(void);
/* Starts the peak again from the present size, if the kernel allows it. */
void bd_peak_reset(void);

#endif
