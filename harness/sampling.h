/* SPDX-License-Identifier: MIT */
#ifndef BD_SAMPLING_H
#define BD_SAMPLING_H

#include "harness/bench.h"
#include "harness/kept.h"
#include "harness/options.h"
#include "harness/probes.h"
#include "harness/resources.h"
#include "harness/turn.h"

/* The samples of one launch, taken in turns with another launch or at a stretch. */
struct bd_sampling {
	const struct bd_benchmark *benchmark;
	struct bd *bd;
	const struct bd_options *options;
	uint64_t iterations; /* of a sample */
	struct bd_turn *turn;
	struct bd_probes *probes;
	struct bd_kept kept; /* ns of all iterations of a sample */
	/* What follows begins at zero. */
	struct bd_meter meter;
	uint32_t turns_taken;
	uint64_t allocations; /* of the sample with the fewest; UINT64_MAX: not counted */
	uint64_t spent_ns;    /* in all turns */
	int complete;
};

/* Runs the benchmark once, with n iterations: ns, without the hook before a sample. */
uint64_t bd_time_run(struct bd *b, const struct bd_benchmark *benchmark, uint64_t n);
/*
 * Takes samples until options->launch_time_ns is over; at a stretch, or with samples_end, also
 * until there are options->samples. There are at least 5, unless one sample is longer than the
 * launch time. sample_ns: about how long a sample takes; 0: not known.
 */
void bd_sampling_run(struct bd_sampling *sampling, double sample_ns);

#endif
