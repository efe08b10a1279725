/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_MACHINE_REFERENCE_WORK_H
#define DRIVER_MACHINE_REFERENCE_WORK_H

#include <stddef.h>
#include <stdint.h>

#include "compare/log/row.h"

/*
 * A small fixed piece of work, timed on a worker's CPU between two launches: one part lives in
 * registers, one in the cache, one has to go to memory. What is slower than its best says that
 * the machine was, whatever the benchmarks do. Evidence to show; by itself it marks nothing
 * (its best is beaten by more than 2 % at most quiet launches of a virtual
 * machine).
 *
 * It runs in the driver's own thread, moved to the worker's CPU while that has nothing to do,
 * and takes about a quarter of a millisecond; it rests for 1000 times as long as it took, so
 * that neither short launches nor the machine lose more than 0.1 % to it.
 */
enum sentinel_part { SENTINEL_CORE, SENTINEL_CACHE, SENTINEL_MEMORY, SENTINEL_PARTS };

struct sentinel_times {
	double ns[SENTINEL_PARTS];
};

/* Runs the work once where the caller is. */
void sentinel_run(struct sentinel_times *times);

struct sentinel {
	int cpu; /* -1: the worker is not pinned, so there is nothing to watch */
	struct sentinel_times last, best;
	uint64_t rests_until_ns, taken;
};

struct sentinels {
	struct sentinel *items;
	unsigned count;
};

void sentinels_init(struct sentinels *sentinels, const int *cpus, unsigned count);
void sentinels_release(struct sentinels *sentinels);
/*
 * A launch of the worker has ended: runs the sentinel and puts the slower of its times before
 * and after the launch into the row. A zeroed *sentinels does nothing.
 */
void sentinels_take(struct sentinels *sentinels, unsigned worker, struct log_row *row);

#endif
