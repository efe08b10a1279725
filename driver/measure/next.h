/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_MEASURE_NEXT_H
#define DRIVER_MEASURE_NEXT_H

#include "driver/measure/slot.h"

/* What an idle worker measures next: of the plan what may begin now, and what m->policy has
 * repeated once the plan is through. JOB_READY: the worker has slot, attempt and kind. */
enum job_answer next_slot(struct worker *worker);
/* For the policy: a launch has ended well; all launches of the slot have. */
void next_judge(struct worker *worker, unsigned build, struct log_row *row);
void next_over(struct worker *worker);
/* Fills in the job of the worker's next launch, which this process of it runs. */
void next_launch(struct worker *worker, struct worker_process *process, struct job *job);

#endif
