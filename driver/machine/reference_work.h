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
void reference_work_run(struct sentinel_times *times);

struct reference_work {
	int cpu; /* -1: the worker is not pinned, so there is nothing to watch */
	struct sentinel_times last, best;
	uint64_t rests_until_ns, taken;
};

struct reference_works {
	struct reference_work *items;
	unsigned count;
};

void reference_work_init(
	struct reference_works *reference_works, const int *cpus, unsigned count);
void reference_work_release(struct reference_works *reference_works);
/*
 * A launch of the worker has ended: runs the sentinel and puts the slower of its times before
 * and after the launch into the row. A zeroed *reference_works does nothing.
 */
void reference_work_take(
	struct reference_works *reference_works, unsigned worker, struct log_row *row);

#endif
