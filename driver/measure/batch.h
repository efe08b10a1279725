/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_MEASURE_BATCH_H
#define DRIVER_MEASURE_BATCH_H

#include "driver/measure/slot.h"

/*
 * The samples of a costly benchmark are one batch, the same in all its launches: each sample
 * would pay the set-up again.
 */

/* Does a launch pay for so much beside its samples that it shall pay it once only? */
bool batch_is_costly(double wall_ns, double timed_ns, double launch_time_ns);
/* A trial launch has ended well; it calls the benchmark at least twice. */
void batch_learn(const struct measure *m, const struct worker *worker,
	const struct log_row *row, const struct job_result *result);
/* Changes what a launch of a costly benchmark is asked for. */
void batch_request(
	const struct measure *m, const struct worker *worker, struct launch_request *request);

#endif
