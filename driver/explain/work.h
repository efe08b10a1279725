/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_EXPLAIN_WORK_H
#define DRIVER_EXPLAIN_WORK_H

#include <stdbool.h>
#include <stdint.h>

#include "harness/base/err.h"

struct suite;

/*
 * Instructions that a benchmark executes, by function, simulated by valgrind's callgrind:
 * exact, also on machines without counters, but blind to caches, predictions and places in
 * memory.
 */

/* name: as in struct code_part, or "" for code without a symbol. */
struct work_visitor {
	void (*function)(void *ctx, const char *name, double instructions);
	/* What one that it calls executes, with all that this one calls. */
	void (*call)(void *ctx, const char *name, const char *callee, double instructions);
	void *ctx;
};

struct work_request {
	const struct suite *suite;
	const char *benchmark;
	int64_t n;            /* iterations */
	uint64_t deadline_ns; /* as in struct launches */
};

/* Of one iteration. */
struct work {
	double branches; /* taken or not */
	double error;    /* by how much two differences disagree in all, in instructions */
	bool children;   /* it started processes, which are not counted */
};

/*
 * Launches the benchmark of the suite under callgrind with n, 2n and 4n iterations. Tells
 * the visitor the instructions of one iteration; it may be told several times of a name.
 * Returns 0; the signal that ended it; -1 with *e set.
 */
int work_count(const struct work_request *request, const struct work_visitor *visitor,
	struct work *work, struct err *e);

/* Launches it WORK_LAUNCHES times with n iterations; totals: the instructions of each launch,
 * from its start to its end. Returns as work_count() does. */
#define WORK_LAUNCHES 3
int work_totals(
	const struct work_request *request, double totals[WORK_LAUNCHES], struct err *e);

#endif
