/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_MEASURE_TRIAL_H
#define DRIVER_MEASURE_TRIAL_H

#include "driver/measure/slot.h"

/* Trials, before the first slot of a benchmark: launches that choose how it is measured. */

/*
 * Is the CPU time of a launch its time? Time that is missing is not the benchmark's where the
 * kernel says that its process was ready to run, and the process did not sleep meanwhile.
 */
enum trial_cpu trial_cpu_of(const struct evidence *evidence, const struct job_result *result);
/* Did others on its CPU end the search for iterations of `asked_ns`? Then much more time passed
 * than it computed (`least` of what was asked), or all of that while they had the CPU: the
 * first iteration, with empty caches, may compute for a while. */
bool trial_others_ended(
	const struct log_row *row, double delay_ns, double asked_ns, double least);
/* A launch of the trial of iterations has ended well, and its row was learned from. */
void trial_check(const struct measure_end *end, const struct log_row *row);
/* Forgets what the trials of another slot found. */
void trial_reset(struct trial *trial);

#endif
