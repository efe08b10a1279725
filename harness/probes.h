/* SPDX-License-Identifier: MIT */
#ifndef BD_PROBES_H
#define BD_PROBES_H

#include <stddef.h>
#include <stdint.h>

#include "harness/base/core.h"

#define BD_PROBES_MAX 128

/*
 * Core probes (harness/base/core.h) between samples, at most one every 0.2 ms: a launch of 1 ms
 * gets enough of them. When the array is full, every second probe is dropped and the interval
 * doubles. In a launch of 100 ms they take 1.3 % of the time. Begin with all members zero.
 */
struct bd_probes {
	struct bd_core_times taken[BD_PROBES_MAX];
	size_t count;
	uint64_t pause_ns, next_ns;
};

void bd_probes_take(struct bd_probes *probes);

/* Between two samples; now_ns: the clock as the caller has just read it. */
static inline void bd_probes_poll(struct bd_probes *probes, uint64_t now_ns)
{
	if (now_ns >= probes->next_ns)
		bd_probes_take(probes);
}

/*
 * The quantiles .25 and .9 of the time of the wide kernel, in units of the median time of
 * the chain. On a CPU with four units: 1.0 and 1.0 if the launch had the core to itself, 1.0
 * and 1.6 if another hyperthread was busy for more than a tenth of the time. Both are 0 for
 * fewer than five probes. Sorts the probes.
 */
void bd_probes_quantiles(struct bd_probes *probes, double *low, double *high);

#endif
