/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_MEASURE_LAUNCH_ARGS_H
#define DRIVER_MEASURE_LAUNCH_ARGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "driver/exec/argument_list.h"

struct config_suite;

/*
 * Arguments and environment of one launch. Kept from launch to launch of a worker, so that
 * starting one allocates almost nothing. Zeroed it is empty.
 */
struct launch_args {
	struct argument_list args, env;
	char worker[64], driver[64], iterations[32], samples[32], time[32], turn[8];
	char padding[4200];
};

/* Random padding of the environment moves the stack from launch to launch. */
#define LAUNCH_PADDING_MAX 4095

struct launch_request {
	const char *path, *benchmark;
	const struct config_suite *settings;
	int64_t iterations; /* 0: tuned by the launch */
	int64_t samples;    /* at most; 0: 200, and no limit where the launch takes turns */
	int64_t launch_time_ns;
	unsigned worker;
	unsigned padding; /* at most LAUNCH_PADDING_MAX bytes */
	bool in_turns;    /* with the launch that has the other end of JOB_TURN_FD */
};

/* Fills args and env; pointers into the request and into this struct. */
void launch_args_set(struct launch_args *args, const struct launch_request *request);
void launch_args_release(struct launch_args *args);

#endif
