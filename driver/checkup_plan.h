/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CHECKUP_PLAN_H
#define DRIVER_CHECKUP_PLAN_H

#include "driver/checkup.h"

enum { CHECKUP_STAGE = 1, CHECKUP_STAGE_ALONE = 2, CHECKUP_ROUNDS = 5 };

/* Each fills run.plan, and run.estimate with what it will take. */
void checkup_plan_calibration(struct checkup *checkup);
void checkup_plan_rounds(struct checkup *checkup);
/* Adds launches of one benchmark for the needs (enum need, or'ed) that are in doubt. */
void checkup_plan_alone(struct checkup *checkup, size_t subject, unsigned doubts);

#endif
