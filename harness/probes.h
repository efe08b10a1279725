/* SPDX-License-Identifier: MIT */
#ifndef BD_PROBES_H
#define BD_PROBES_H

#include <stddef.h>
#include <stdint.h>

#include "harness/base/core.h"

#define BD_PROBES_MAX 128

/*
 * A look at the core (harness/base/core.h) between two samples, at most every 0.2 ms, so that a
 * launch of a millisecond tells enough. Where there are too many, every second one is forgotten
 * and the next ones come half as often: of a launch of 100 ms they take 1.3 %. Begin with all
 * members zero.
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
 * A quarter of the probes found the wide kernel at or under *low, nine tenths at or under *high
 * (quantiles R-1), in units of the median time of the chain: 1.0 and 1.0 on a core of its own
 * where the CPU has four units, 1.0 and 1.6 where another hyperthread had work for more than a
 * tenth of the time. Both 0 for fewer than five probes.
 */
void bd_probes_tell(struct bd_probes *probes, double *low, double *high);

#endif
