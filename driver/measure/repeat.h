/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_MEASURE_REPEAT_H
#define DRIVER_MEASURE_REPEAT_H

#include "driver/measure/slot.h"

/* Slots that are measured again, in their own way: what m->policy hears and wants. */

/* The plan is through: what is to be had once more, with nothing beside it. */
enum job_answer repeat_next(struct measure *m, struct worker *worker);
/* A launch has ended well: judges it. */
void repeat_judge(
	struct measure *m, struct worker *worker, unsigned build, struct log_row *row);
/* All launches of the slot have ended. */
void repeat_over(struct measure *m, struct worker *worker);

#endif
