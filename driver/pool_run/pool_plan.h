/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_POOL_RUN_POOL_PLAN_H
#define DRIVER_POOL_RUN_POOL_PLAN_H

#include <stddef.h>

struct err;
struct pool_plan;
struct run;

/* Asks the engine: how many nodes may be used at once, and how many tasks a run may have; each
 * may be NULL. -1 with *e set where there are not enough. */
int run_pool_nodes(const struct run *run, size_t *count, unsigned *most_tasks, struct err *e);
/* Makes the plan of a run that is prepared and writes it into the folder, which it makes.
 * Returns 0 or an exit code with *e set. */
int run_pool_plan(struct run *run, struct pool_plan *plan, const char *folder, struct err *e);
/* Of a run that is resumed: the binaries must be those of the plan. 0, or -1 with *e set. */
int run_pool_check(const struct run *run, const struct pool_plan *plan, struct err *e);

#endif
