/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/measure/launch_args.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "driver/exec/job.h"
#include "driver/exec/process_sweep.h"

#define PADDING_VARIABLE "BDRIVER_PADDING"
#define DRIVER_VARIABLE  "BD_DRIVER_PID"

static void add_arg(struct launch_args *a, const char *text)
{
	a->args = memory_grow(a->args, &a->arg_capacity, a->arg_count + 1, sizeof(*a->args));
	a->args[a->arg_count++] = (char *)text;
}

static void add_env(struct launch_args *a, const char *text)
{
	a->env = memory_grow(a->env, &a->env_capacity, a->env_count + 1, sizeof(*a->env));
	a->env[a->env_count++] = (char *)text;
}

static void set_args(struct launch_args *a, const struct launch_request *r)
{
	a->arg_count = 0;
	add_arg(a, r->path);
	for (size_t i = 0; i < r->settings->args.count; i++)
		add_arg(a, r->settings->args.items[i]);
	add_arg(a, r->benchmark);
	if (r->iterations > 0) {
		snprintf(a->iterations, sizeof(a->iterations), "%" PRId64, r->iterations);
		add_arg(a, "--iterations");
		add_arg(a, a->iterations);
	}
	snprintf(a->samples, sizeof(a->samples), "%" PRId64, r->samples);
	add_arg(a, "--samples");
	add_arg(a, a->samples);
	snprintf(a->time, sizeof(a->time), "%" PRId64 "ns", r->launch_time_ns);
	add_arg(a, "--launch-time");
	add_arg(a, a->time);
	add_arg(a, "--out-fd");
	_Static_assert(JOB_ROW_FD == 3, "the text below");
	add_arg(a, "3");
	if (r->in_turns) {
		snprintf(a->turn, sizeof(a->turn), "%d", JOB_TURN_FD);
		add_arg(a, "--turn-fd");
		add_arg(a, a->turn);
	}
	add_arg(a, NULL);
}

/* Is the variable of `text` ("NAME=VALUE") among the first `count`? */
static bool is_set(const struct launch_args *a, size_t count, const char *text)
{
	size_t size = strcspn(text, "=") + 1;

	for (size_t i = 0; i < count; i++)
		if (!strncmp(a->env[i], text, size))
			return true;
	return false;
}

static void set_env(struct launch_args *a, const struct launch_request *r)
{
	size_t own;

	a->env_count = 0;
	snprintf(a->worker, sizeof(a->worker), SWEEP_VARIABLE "=%u", r->worker);
	snprintf(a->driver, sizeof(a->driver), DRIVER_VARIABLE "=%d", (int)getpid());
	own = (size_t)snprintf(a->padding, sizeof(a->padding), PADDING_VARIABLE "=");
	memset(a->padding + own, 'x', r->padding);
	a->padding[own + r->padding] = '\0';
	add_env(a, a->worker);
	add_env(a, a->driver);
	add_env(a, a->padding);
	for (size_t i = 0; i < r->settings->env.count; i++)
		add_env(a, r->settings->env.items[i]);
	own = a->env_count;
	for (char **p = environ; *p; p++)
		if (!is_set(a, own, *p))
			add_env(a, *p);
	add_env(a, NULL);
}

void launch_args_set(struct launch_args *a, const struct launch_request *r)
{
	set_args(a, r);
	set_env(a, r);
}

void launch_args_release(struct launch_args *a)
{
	free(a->args);
	free(a->env);
	*a = (struct launch_args){ 0 };
}

struct job_limits launch_limits(const struct config_suite *settings)
{
	return (struct job_limits){
		.memory_kib = settings->memory_kib > 0 ? (uint64_t)settings->memory_kib : 0,
		.files = settings->files > 0 ? (uint64_t)settings->files : 0,
		.cpu_seconds = settings->cpu_ns > 0
				       ? ((uint64_t)settings->cpu_ns + 999999999) / 1000000000
				       : 0,
		.file_kib = settings->output_kib > 0 ? (uint64_t)settings->output_kib : 0,
	};
}
