/* SPDX-License-Identifier: MIT */
#ifndef BD_REGRESS_H
#define BD_REGRESS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "harness/base/record.h"
#include "harness/launch.h"
#include "harness/options.h"
#include "harness/registry.h"

/*
 * Mode --regress (after Jane Street's Core_bench): instead of samples of equal size, batches of
 * 0, 1, 2, 3 ... iterations, each 1 % larger than the last one, for the time of a launch. The
 * line through them separates the time of an iteration from the constant cost of a batch.
 */
#define BD_BATCHES_MAX 2000 /* enough for any launch time: the last has 9e9 iterations */

struct bd_regress {
	struct bd_batch *batches;
	double *samples; /* of each batch but the first: ns per iteration */
	size_t count;
};

/* 0, or -1 without memory. */
int bd_regress_init(struct bd_regress *regress);
void bd_regress_release(struct bd_regress *regress);

/* max(r + 1, trunc(1.01 r)) */
uint64_t bd_regress_next(uint64_t r);
/* Takes batches until quota_ns are over; at least the first three. */
void bd_regress_take(struct bd_regress *regress, struct bd *b,
	const struct bd_benchmark *benchmark, int64_t quota_ns);
/* The launch measures in this mode; its record points into *regress, as initialised. */
void bd_regress_use(struct bd_launch *launch, struct bd_regress *regress);
/*
 * A launch of one benchmark in this mode, written as CSV: first and last line as in a row for
 * the driver, `iterations,time_ns,minor_faults,involuntary_switches` of each batch. Returns 0,
 * or -1 with *e set, also if the benchmark was skipped or its result is wrong.
 */
int bd_regress_run(FILE *out, const struct bd_case *subject, const struct bd_options *options,
	struct err *e);

#endif
