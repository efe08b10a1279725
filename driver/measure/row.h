/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_MEASURE_ROW_H
#define DRIVER_MEASURE_ROW_H

#include "driver/measure/slot.h"

/* Adds to the row of a launch what only the driver knows of it. */
void row_complete(struct measure *measure, const struct worker *worker,
	const struct worker_process *process, const struct job_result *result,
	struct log_row *row);

#endif
