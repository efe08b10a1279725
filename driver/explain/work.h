/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_EXPLAIN_WORK_H
#define DRIVER_EXPLAIN_WORK_H

#include <stdint.h>

#include "harness/base/err.h"

struct suite;

/*
 * Instructions that a benchmark executes, by function, simulated by valgrind's callgrind:
 * exact, also on machines without counters, but blind to caches, predictions and places in
 * memory.
 */

/* name: as in struct code_part, or "" for code without a symbol. */
typedef void work_visit(void *ctx, const char *name, double instructions);

/*
 * Launches the benchmark of the suite under callgrind with n, 2n and 4n iterations. Calls
 * `visit` with the instructions of one iteration of each function that executes any; may be
 * called several times with a name. *error: by how much the two differences disagree in all, in
 * instructions of an iteration. Returns 0; the signal that ended it; -1 with *e set.
 */
int work_count(const struct suite *suite, const char *benchmark, int64_t n, work_visit *visit,
	void *ctx, double *error, struct err *e);

#endif
