/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_MEASURE_TRIAL_H
#define DRIVER_MEASURE_TRIAL_H

#include "driver/measure/slot.h"

/*
 * Trials, before the first slot of a benchmark: launches that choose how it is measured and
 * leave no row. One of the first build tunes the iterations, one of each other build tries
 * them, and a pair in turns finds how long the benchmark takes to settle after a switch.
 */

/* Changes the request to that of a trial, if the worker is in one. */
void trial_request(const struct worker *worker, struct launch_request *request);
/* Does a launch pay for so much beside its samples that it shall pay it once only? */
bool trial_is_costly(double wall_ns, double timed_ns, double launch_time_ns);
/*
 * Is the CPU time of a launch its time? Time that is missing is not the benchmark's where the
 * kernel says that its process was ready to run, and the process did not sleep meanwhile.
 */
enum trial_share trial_share_of(
	const struct evidence *evidence, const struct job_result *result);
/* The samples of a costly benchmark become one, the same in all its launches. */
void trial_batch(
	const struct measure *m, const struct worker *worker, struct launch_request *request);
/* Are the iterations of a launch not those that it was asked for? */
bool trial_chooses_itself(const struct subject *subject, const struct plan_slot *slot);
/* A launch of any kind may have tuned the iterations. */
void trial_learn(const struct measure *m, struct worker *worker,
	const struct worker_process *process, const struct log_row *row,
	const struct job_result *result);
/* A trial launch has ended. After the last one the slot begins. */
void trial_done(
	struct measure *m, struct worker *worker, unsigned build, const struct log_row *row);

#endif
