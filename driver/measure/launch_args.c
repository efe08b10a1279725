/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/measure/launch_args.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "driver/config/config.h"
#include "driver/exec/process_sweep.h"
#include "driver/suite/adapter.h"

#define PADDING_VARIABLE "BDRIVER_PADDING"
#define DRIVER_VARIABLE  "BD_DRIVER_PID"

static void set_args(struct launch_args *a, const struct launch_request *r)
{
	struct argument_list *args = &a->args;

	argument_list_clear(args);
	argument_list_add(args, r->path);
	argument_list_add_all(args, &r->settings->args);
	r->adapter->launch(args, r);
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
