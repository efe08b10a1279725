/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_MEASURE_LAUNCH_ARGS_H
#define DRIVER_MEASURE_LAUNCH_ARGS_H

#include <stdbool.h>
#include <stdint.h>

#include "compare/base/string_list.h"

/* Bytes for the arguments of a launch, its path, and its variables. */
#define LAUNCH_ARGS_ROOM 16384

/* Arguments and environment of one launch. Zeroed it is empty. */
struct launch_args {
	struct string_list args, env;
};

struct job;
struct launch_request;

/* Draws the place of the stack, and with `all` of the heap and the libraries. */
void launch_args_place(struct launch_request *request, uint64_t draw, bool all);

/*
 * Fills args and env, pointers into the request and into this struct, and what of the job
 * follows from the request. The kernel puts both above the stack. So a padding of the
 * environment gives the stack its place, whatever the lengths of paths and names.
 */
void launch_args_job(
	struct launch_args *args, const struct launch_request *request, struct job *job);
void launch_args_release(struct launch_args *args);

#endif
