/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CHECKUP_PLAN_H
#define DRIVER_CHECKUP_PLAN_H

#include "driver/checkup/checkup.h"

/* Each fills run.phase.plan, and run.ledger with what it will take, for the checks that are
 * chosen: for those of names alone one launch of each benchmark. */
void checkup_plan_calibration(struct checkup *checkup);
void checkup_plan_rounds(struct checkup *checkup);
/* Short launches of each benchmark that are pinned to no CPU, for the check `waits`. */
void checkup_plan_anywhere(struct checkup *checkup);
/* Launches of the benchmarks that are in doubt, as many as were not quiet so far. Their rounds
 * are spread, so that a slow moment of the machine does not meet all launches of one benchmark.
 */
void checkup_plan_alone(struct checkup *checkup);
/* The place of a launch among the counts; the last is the main one: eight iterations, or as
 * many as it takes until the clock does not matter. CHECKUP_COUNTS: none of them. */
unsigned checkup_count_of(const struct checkup *checkup, size_t subject, int64_t iterations);

#endif
