/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_EXPLAIN_OUTSIDE_H
#define DRIVER_EXPLAIN_OUTSIDE_H

#include <stdint.h>

#include "harness/base/err.h"

/*
 * Where the processes that this thread starts spend their time: the software clock of the
 * kernel samples each from its exec on, outside the kernel, after 100 us of its CPU time.
 */
struct outside;

/* NULL with *e set where the kernel refuses. */
struct outside *outside_open(struct err *e);
void outside_close(struct outside *outside); /* NULL is fine */

/* path: of the file that the code is from, "" where it is from none; offset: within it. */
typedef void outside_visit(void *ctx, const char *path, uint64_t offset);
/* Visits the samples of the one process that was started since the last call, and has ended.
 * Returns 0, or -1 with *e set where there is no next time. */
int outside_take(struct outside *outside, outside_visit *visit, void *ctx, struct err *e);

#endif
