/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_POOL_RUN_POOL_TUNED_H
#define DRIVER_POOL_RUN_POOL_TUNED_H

#include "harness/base/err.h"

/*
 * What runs remember of their benchmarks (driver/request/tuned.h) on a pool of machines. It
 * goes to each machine with the plan, so that all machines of one CPU model measure with the
 * same iterations and turns. What a machine tunes anew comes back beside its part, for later
 * runs.
 */

struct pool_plan;
struct tuned;

/* Puts the file beside the log of `tuned` into the plan. */
void pool_tuned_plan(struct pool_plan *plan, const struct tuned *tuned);
/* On a machine: makes the file that its run reads; returns 0, or -1 with *e set. */
int pool_tuned_give(const struct pool_plan *plan, const char *path, struct err *e);
/* On a machine, afterwards: what the plan did not have is written to `news`. A file that cannot
 * be written costs no more than another tuning. */
void pool_tuned_return(const struct pool_plan *plan, const char *path, const char *news);
/* Takes what came back into the run's folder, and saves it. */
int pool_tuned_take(struct tuned *tuned, const char *folder, struct err *e);

#endif
