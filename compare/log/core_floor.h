/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_LOG_CORE_FLOOR_H
#define COMPARE_LOG_CORE_FLOOR_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Did another hyperthread use the core of a launch? The floor of a CPU is the lowest `core_low`
 * of its launches, from CORE_FLOOR_MANY launches on the third lowest, as one of 6,707 was wrong
 * by half: the time that the wide kernel of harness/base/core.h takes relative to its
 * chain while the launch has the core alone. Measured: nine tenths of the probes of such a
 * launch lie within 5 % of the floor; probes beside a busy hyperthread lie 30 to 80 % above it
 * (docs/decisions/0011). CORE_SHARED is the limit between the two.
 */
#define CORE_SHARED     1.2
#define CORE_FLOOR_MANY 100

/* Begin with all members zero. */
struct core_floor {
	struct core_lows {
		double least[3]; /* ascending; 0: unknown */
		size_t launches;
	} * cpus; /* by CPU + 1: of launches that were not pinned, the CPU is -1 */
	size_t count, capacity;
};

void core_floor_release(struct core_floor *floor);
void core_floor_learn(struct core_floor *floor, int cpu, double low);
/* False where `high` is NAN or the floor is not known. */
bool core_floor_passed(const struct core_floor *floor, int cpu, double high);

#endif
