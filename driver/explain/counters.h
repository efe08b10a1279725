/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_EXPLAIN_COUNTERS_H
#define DRIVER_EXPLAIN_COUNTERS_H

#include <stdint.h>

#include "harness/base/err.h"

struct suite;

/* What the processor counts outside the kernel. Most virtual machines let nobody count. */

enum counter { COUNTER_INSTRUCTIONS, COUNTER_BRANCHES, COUNTER_MISSES, COUNTERS };

/* Events of perf_event_open(2). */
struct counter_events {
	uint32_t type;
	uint64_t configs[COUNTERS];
};
extern const struct counter_events counters_processor;

/*
 * Launches both builds in turns, with n and with 3n iterations. counts[build]: medians of the
 * differences, of one iteration. Returns 0; the signal that ended it; -1 with *e set.
 */
int counters_take(const struct suite *suites[2], const char *benchmark, int64_t n,
	const struct counter_events *events, double counts[2][COUNTERS], struct err *e);

#endif
