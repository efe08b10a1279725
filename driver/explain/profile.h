/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_EXPLAIN_PROFILE_H
#define DRIVER_EXPLAIN_PROFILE_H

#include <stdbool.h>
#include <stdint.h>

#include "harness/base/err.h"

struct suite;

/* Where the time of an iteration goes, by function: samples that the harness takes at random
 * times, or the kernel where a suite does not know how. */

#define PROFILE_ROUNDS     10 /* by default */
#define PROFILE_ROUNDS_MIN 2
#define PROFILE_ROUNDS_MAX 100

/* name: as in struct code_part, "" for code without a symbol, or the name of a shared library
 * for such code of it. */
typedef void profile_visit(
	void *ctx, int build, unsigned round, const char *name, unsigned samples);

/* Whole launches are sampled then, with start and set-up, but outside the kernel. */
bool profile_is_outside(const struct suite *suites[2]);
struct profile_request {
	const struct suite **suites; /* two */
	const char *benchmark;
	int64_t n;            /* iterations at a time: about 1 ms */
	uint64_t deadline_ns; /* of bd_clock_ns(); 0: none */
	profile_visit *visit; /* may be called several times with a name */
	void *ctx;
};

/*
 * Launches both builds in turns. *others: the part of its CPU time that it spends in other
 * threads and in children, which the harness does not sample. *rounds: wanted; then those that
 * were complete at the deadline, PROFILE_ROUNDS_MIN at least; others may have been visited.
 * Returns 0; the signal that ended it; -1 with *e set.
 */
int profile_take(
	const struct profile_request *request, unsigned *rounds, double *others, struct err *e);

#endif
