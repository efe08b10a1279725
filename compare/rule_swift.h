/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_RULE_SWIFT_H
#define COMPARE_RULE_SWIFT_H

#include "compare/verdict.h"

#include <stdbool.h>

/*
 * The rules of two other projects, for people who come from there. Both look at one number a
 * side and know nothing of noise.
 */

/* Swift's compare_perf_tests, of minima in us: 0.001 is added to both, so that 0 / 0 is 1. */
struct swift_change {
	double ratio;         /* old / new: a speedup, above 1 is faster */
	double delta_percent; /* change of the time */
	bool dubious;         /* "(?)": one minimum lies strictly inside the other's range */
	enum verdict verdict; /* speedup above 1 + threshold or below 1 - threshold, else
				 unchanged */
};
struct swift_change rule_swift(
	double old_min, double old_max, double new_min, double new_max, double threshold);

/* BenchmarkTools' judge: ratio target / base beyond 1 +- tolerance. Both 0: 1. */
enum verdict rule_judge(double target, double base, double tolerance, double *ratio);

#endif
