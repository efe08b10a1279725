/* SPDX-License-Identifier: MIT */
#ifndef BD_TUNE_H
#define BD_TUNE_H

#include <stdint.h>

#include "harness/bench.h"

/*
 * Chen and Revels, Algorithm 1: times 1, 2, 3 ... iterations and asks the oracle about the
 * fastest. Measured times come from time_trial(), which runs n iterations and returns ns.
 */
struct bd_tuner {
	uint64_t (*time_trial)(void *context, uint64_t n);
	void *context;
	double clock_step_ns;
};

#define BD_TUNE_ACCURACY_NS 1000.0     /* tau_acc: the assumed accuracy of the clock */
#define BD_TUNE_LIMIT_NS    250000000u /* no further trial after it */
/* Beyond the paper: a sample of very short work has so many steps of the clock. */
#define BD_TUNE_STEPS 1000.0
#define BD_TUNE_MOST  1000000u /* iterations; more would be no work at all */

/* Iterations for each sample, at least 1. */
uint64_t bd_tune(const struct bd_tuner *tuner);
/*
 * The oracle (Chen and Revels, "Robust benchmarking in noisy environments"): iterations in a
 * sample for a benchmark whose fastest iteration takes t ns, t whole and at least 1. About 1000
 * where an iteration is short against the clock's accuracy, and 1 where it is long.
 */
uint64_t bd_oracle(double t);

#endif
