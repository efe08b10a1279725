/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/measure/launch_args.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "driver/config/config.h"
#include "driver/exec/job.h"
#include "driver/exec/process_sweep.h"
#include "harness/options.h"

#define PADDING_VARIABLE "BDRIVER_PADDING"
#define DRIVER_VARIABLE  "BD_DRIVER_PID"

static void set_args(struct launch_args *a, const struct launch_request *r)
{
	struct argument_list *args = &a->args;

	argument_list_clear(args);
	argument_list_add(args, r->path);
	argument_list_add_all(args, &r->settings->args);
	argument_list_add(args, r->benchmark);
	if (r->iterations > 0) {
		snprintf(a->iterations, sizeof(a->iterations), "%" PRId64, r->iterations);
		argument_list_add(args, "--iterations");
		argument_list_add(args, a->iterations);
	}
	/* In turns, a suite that is not told fills its launch time. */
	if (r->samples > 0 || !r->in_turns) {
		snprintf(a->samples, sizeof(a->samples), "%" PRId64,
			r->samples > 0 ? r->samples : BD_SAMPLES_DEFAULT);
		argument_list_add(args, "--samples");
		argument_list_add(args, a->samples);
	}
	snprintf(a->time, sizeof(a->time), "%" PRId64 "ns", r->launch_time_ns);
	argument_list_add(args, "--launch-time");
	argument_list_add(args, a->time);
	argument_list_add(args, "--out-fd");
	_Static_assert(JOB_ROW_FD == 3, "the text below");
	argument_list_add(args, "3");
	if (r->in_turns) {
		snprintf(a->turn, sizeof(a->turn), "%d", JOB_TURN_FD);
		argument_list_add(args, "--turn-fd");
		argument_list_add(args, a->turn);
	}
}

static void set_env(struct launch_args *a, const struct launch_request *r)
{
	struct argument_list *env = &a->env;
	int own;

	argument_list_clear(env);
	snprintf(a->worker, sizeof(a->worker), SWEEP_VARIABLE "=%u", r->worker);
	snprintf(a->driver, sizeof(a->driver), DRIVER_VARIABLE "=%d", (int)getpid());
	own = snprintf(a->padding, sizeof(a->padding), PADDING_VARIABLE "=");
	memset(a->padding + own, 'x', r->padding);
	a->padding[own + r->padding] = '\0';
	argument_list_add(env, a->worker);
	argument_list_add(env, a->driver);
	argument_list_add(env, a->padding);
	argument_list_add_all(env, &r->settings->env);
	argument_list_inherit(env);
}

void launch_args_set(struct launch_args *a, const struct launch_request *r)
{
	set_args(a, r);
	set_env(a, r);
}

void launch_args_release(struct launch_args *a)
{
	argument_list_release(&a->args);
	argument_list_release(&a->env);
}
