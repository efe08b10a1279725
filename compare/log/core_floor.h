/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_LOG_CORE_FLOOR_H
#define COMPARE_LOG_CORE_FLOOR_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Did somebody else use the core of a launch? Of each CPU the floor is the lowest `core_low` of
 * its launches: how long the wide kernel of harness/base/core.h takes over its chain where the
 * core is ours. Measured, it is met within 5 % by nine tenths of the probes of a launch that
 * had the core alone, and passed by 30 to 80 % in those beside a busy hyperthread
 * (docs/decisions/0011); between these lies
 */
#define CORE_SHARED 1.2

/* Begin with all members zero. */
struct core_floor {
	double *low; /* by CPU + 1: of launches that were not pinned, the CPU is -1; 0: unknown
		      */
	size_t count, capacity;
};

void core_floor_release(struct core_floor *floor);
void core_floor_learn(struct core_floor *floor, int cpu, double low);
/* False where `high` is NAN or the floor is not known. */
bool core_floor_passed(const struct core_floor *floor, int cpu, double high);

#endif
