/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TESTS_SIMULATED_LAUNCH_H
#define TESTS_SIMULATED_LAUNCH_H

#include <stdint.h>

#include "driver/exec/job.h"

/*
 * What a launch would have measured, and how long it would have taken: by the words in the name
 * of its benchmark (the table in launch.c), the build in its path, and how many launches it
 * had. Speaks the protocol of docs/HARNESS.md and that of Google Benchmark. The texts of
 * *result are valid until the next call for the worker. Returns the time that the launch takes,
 * in ns.
 */
uint64_t simulated_launch(
	unsigned worker, uint64_t now_ns, const struct job *job, struct job_result *result);

#endif
