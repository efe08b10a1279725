/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/measure/launch_args.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "driver/config/config.h"
#include "driver/exec/process_sweep.h"
#include "driver/exec/spawn.h"
#include "driver/suite/adapter.h"
#include "driver/suite/command.h"

/* Between SIGTERM and SIGKILL. */
#define GRACE_MS         1000

#define PADDING_VARIABLE "BDRIVER_PADDING"
#define DRIVER_VARIABLE  "BD_DRIVER_PID"
#define HEAP_VARIABLE    "BD_HEAP_PAGES"
#define STACK_VARIABLE   "BD_STACK_LIMIT"

static void set_args(struct launch_args *a, const struct launch_request *r)
{
	struct string_list *args = &a->args;

	string_list_release(args);
	string_list_add(args, r->path);
	if (r->adapter->script) {
		string_list_add(args, "-c");
		string_list_add(args, r->adapter->script);
		string_list_add(args, r->path);
	}
	string_list_add_all(args, &r->settings->args);
	r->adapter->launch(args, r);
}

/* With their ends, and the pointers to them; items end with NULL. */
static size_t size_of(char *const *items)
{
	size_t size = 0;

	for (; *items; items++)
		size += strlen(*items) + 1 + sizeof(char *);
	return size;
}

static size_t round_up(size_t size)
{
	return (size + LAUNCH_STACK_OFFSETS - 1) / LAUNCH_STACK_OFFSETS * LAUNCH_STACK_OFFSETS;
}

/* The kernel copies the path once more. What a launch adds to the environment of the driver has
 * the same room in all launches, so that all are as long; more than that gets whole pages.
 * variable: of the environment. */
static void set_padding(struct launch_args *a, const struct launch_request *r, char **variable)
{
	size_t size =
		size_of(a->args.items) + size_of(a->env.items) + strlen(a->args.items[0]) + 1;
	size_t all = round_up(size_of(environ) + LAUNCH_ARGS_ROOM) + r->stack_offset;
	size_t padding = size <= all ? all - size : round_up(size - all) - (size - all);
	char *text = memory_zeroed(strlen(*variable) + padding + 1, 1);

	memset(stpcpy(text, *variable), 'x', padding);
	free(*variable);
	*variable = text;
}

/* Returns the place of the variable that is padded. */
static size_t set_env(struct launch_args *a, const struct launch_request *r)
{
	struct string_list *env = &a->env;
	struct rlimit own;
	size_t padding;

	string_list_release(env);
	string_list_addf(env, SWEEP_VARIABLE "=%u", r->worker);
	string_list_addf(env, DRIVER_VARIABLE "=%d", (int)getpid());
	if (r->heap_pages)
		string_list_addf(env, HEAP_VARIABLE "=%u", r->heap_pages);
	if (r->stack_limit && !getrlimit(RLIMIT_STACK, &own))
		string_list_addf(env, STACK_VARIABLE "=%llu", (unsigned long long)own.rlim_cur);
	/* Else the first of its few iterations looks for the functions of the library. */
	if (r->batch && r->adapter->batches)
		string_list_add(env, "LD_BIND_NOW=1");
	padding = env->count;
	string_list_add(env, PADDING_VARIABLE "=");
	spawn_environment(env, &r->settings->env);
	return padding;
}

void launch_args_place(struct launch_request *request, uint64_t draw, bool all)
{
	request->stack_offset = draw % LAUNCH_STACK_OFFSETS;
	draw /= LAUNCH_STACK_OFFSETS;
	if (!all)
		return;
	request->heap_pages = draw % LAUNCH_HEAP_PAGES;
	draw /= LAUNCH_HEAP_PAGES;
	request->stack_limit =
		LAUNCH_STACK_LIMIT + draw % LAUNCH_LIBRARY_PAGES * LAUNCH_PAGE_BYTES;
}

static const char *program_of(const struct launch_request *r)
{
	if (r->adapter->script)
		return COMMAND_SHELL;
	return r->adapter->program ? r->adapter->program() : r->path;
}

void launch_args_job(struct launch_args *a, const struct launch_request *r, struct job *job)
{
	size_t padding = set_env(a, r);

	set_args(a, r);
	set_padding(a, r, &a->env.items[padding]);
	job->path = program_of(r);
	job->args = a->args.items;
	job->env = a->env.items;
	job->grace_ms = GRACE_MS;
	job->limits = config_suite_limits(r->settings);
	job->output = r->adapter->output;
	job->stack_limit = r->stack_limit;
}

void launch_args_release(struct launch_args *a)
{
	string_list_release(&a->args);
	string_list_release(&a->env);
}
