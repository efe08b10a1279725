/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_MEASURE_REQUEST_H
#define DRIVER_MEASURE_REQUEST_H

#include "driver/measure/slot.h"

/* Fills in the job of the worker's next launch, which this process of it runs. */
void request_launch(struct worker *worker, struct worker_process *process, struct job *job);

#endif
