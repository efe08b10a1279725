/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_VERDICT_RULE_SWIFT_H
#define COMPARE_VERDICT_RULE_SWIFT_H

#include "compare/verdict/verdict.h"

#include <stdbool.h>

/*
 * The rules of two other projects, for their users. Both compare one number per side and ignore
 * noise.
 */

/* One side of a benchmark, in us: what is compared, and the range of all its samples. */
struct measured_range {
	double value, low, high;
};

/* Swift's compare_perf_tests: 0.001 us are added to both, so that 0 / 0 is 1. */
struct swift_change {
	double ratio;         /* old / new: a speedup, above 1 is faster */
	bool dubious;         /* "(?)": a value strictly inside the other side's range */
	enum verdict verdict; /* speedup above 1 + threshold or below 1 - threshold, else
				 unchanged */
};
struct swift_change rule_swift(
	const struct measured_range *old, const struct measured_range *new, double threshold);

/* BenchmarkTools' judge: ratio target / base beyond 1 +- tolerance. Both 0: 1. */
enum verdict rule_judge(double target, double base, double tolerance, double *ratio);

#endif
