/* SPDX-License-Identifier: MIT */
#ifndef BD_RESOURCES_H
#define BD_RESOURCES_H

#include "harness/base/record.h"

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

/* What the process had used before a sample. -1: not known. */
struct bd_sample_usage {
	int64_t cpu_ns, run_delay_ns, voluntary_switches;
};

/* Between bd_meter_begin() and bd_meter_end(), right before and right after a sample. */
void bd_sample_begin(struct bd_sample_usage *usage, const struct bd_meter *meter);
/*
 * How much of wall_ns another process had the CPU that the sample was ready to use, ns. 0 if
 * that is not known, and if the sample slept for more than 1 % of its time: then the other
 * process may have worked for it.
 */
int64_t bd_sample_delay(
	const struct bd_sample_usage *before, const struct bd_meter *meter, int64_t wall_ns);

/* CPU time of all threads so far, -1 if not known. */
int64_t bd_cpu_ns(void);
/* Peak resident memory so far in KiB (VmHWM), -1 if not known. */
int64_t bd_peak_kib(void);
/* Starts the peak again from the present size, if the kernel allows it. */
void bd_peak_reset(void);

#endif
