/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CHECKUP_PLAN_H
#define DRIVER_CHECKUP_PLAN_H

#include "driver/checkup/checkup.h"

struct log_row;

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

/* Audits the log so far: which benchmarks are in doubt? 0, or -1 with *e set. */
int recheck_find_doubts(struct checkup *checkup, struct err *e);
/* Plans one more pass over these; false: there is none, or it would not help. */
bool recheck_plan(struct checkup *checkup);
/* A launch has ended well. */
void recheck_note(struct checkup *checkup, size_t subject, const struct log_row *row);

#endif
