/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/exec/job.h"
#include "driver/measure/launch_args.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmocka.h>

#include "compare/base/string_list.h"
#include "driver/config/config.h"
#include "driver/suite/adapter.h"

/* The arguments with a blank after each. */
static const char *joined(const struct launch_args *args)
{
	static char text[512];

	text[0] = '\0';
	for (char **p = args->args.items; *p; p++)
		strcat(strcat(text, *p), " ");
	return text;
}

static const char *variable(const struct launch_args *args, const char *name)
{
	for (char **p = args->env.items; *p; p++)
		if (!strncmp(*p, name, strlen(name)) && (*p)[strlen(name)] == '=')
			return *p + strlen(name) + 1;
	return NULL;
}

static void test_arguments(void **state)
{
	struct config_suite settings = { 0 };
	struct launch_request request = { .adapter = &adapter_bdriver,
		.path = "/x/suite",
		.benchmark = "Sort/64",
		.settings = &settings,
		.launch_time_ns = 100000000 };
	struct launch_args args = { 0 };

	(void)state;
	launch_args_job(&args, &request, &(struct job){ 0 });
	assert_string_equal(joined(&args),
		"/x/suite Sort/64 --samples 200 --launch-time 100000000ns --out-fd 3 ");
	/* Kept from launch to launch. */
	string_list_add(&settings.args, "--fast");
	request.iterations = 12;
	request.in_turns = true;
	request.samples = 0;
	launch_args_job(&args, &request, &(struct job){ 0 });
	assert_string_equal(joined(&args), "/x/suite --fast Sort/64 --iterations 12 "
					   "--launch-time 100000000ns "
					   "--out-fd 3 --turn-fd 4 ");
	/* Turns of the default length are left to the suite. */
	string_list_release(&settings.args);
	request.iterations = 0;
	request.slice_ns = 10000000;
	request.settle_ns = 2000000;
	launch_args_job(&args, &request, &(struct job){ 0 });
	assert_string_equal(joined(&args),
		"/x/suite Sort/64 --launch-time 100000000ns --out-fd 3 --turn-fd 4 ");
	request.slice_ns = 250000;
	request.settle_ns = 50000;
	launch_args_job(&args, &request, &(struct job){ 0 });
	assert_string_equal(joined(&args),
		"/x/suite Sort/64 --launch-time 100000000ns --out-fd 3 --turn-fd 4 "
		"--slice 250000ns --settle 50000ns ");
	launch_args_release(&args);
}

static void test_environment(void **state)
{
	struct config_suite settings = { 0 };
	struct launch_request request = { .adapter = &adapter_bdriver,
		.path = "x",
		.benchmark = "A",
		.settings = &settings,
		.worker = 3,
		.stack_offset = 1 };
	struct launch_args args = { 0 };
	char pid[16], own[32];
	struct rlimit stack;

	(void)state;
	setenv("BDRIVER_WORKER", "9", 1); /* this process may be a launch itself */
	setenv("FROM_HERE", "process", 1);
	string_list_add(&settings.env, "FROM_HERE=suite");
	launch_args_job(&args, &request, &(struct job){ 0 });
	snprintf(pid, sizeof(pid), "%d", (int)getpid());
	assert_string_equal(variable(&args, "BDRIVER_WORKER"), "3");
	assert_string_equal(variable(&args, "BD_DRIVER_PID"), pid);
	assert_string_equal(variable(&args, "FROM_HERE"), "suite");
	assert_null(variable(&args, "BD_HEAP_PAGES"));
	request.heap_pages = 63;
	launch_args_job(&args, &request, &(struct job){ 0 });
	assert_string_equal(variable(&args, "BD_HEAP_PAGES"), "63");
	assert_null(variable(&args, "BD_STACK_LIMIT"));
	request.stack_limit = LAUNCH_STACK_LIMIT;
	launch_args_job(&args, &request, &(struct job){ 0 });
	getrlimit(RLIMIT_STACK, &stack);
	snprintf(own, sizeof(own), "%llu", (unsigned long long)stack.rlim_cur);
	assert_string_equal(variable(&args, "BD_STACK_LIMIT"), own);
	assert_string_equal(variable(&args, "PATH"), getenv("PATH"));
	launch_args_release(&args);
	string_list_release(&settings.env);
}

/* What the kernel copies to the top of the stack. */
static size_t bytes_of(const struct launch_args *args, const char *path)
{
	size_t bytes = strlen(path) + 1;

	for (size_t i = 0; i < args->args.count; i++)
		bytes += strlen(args->args.items[i]) + 1 + sizeof(char *);
	for (size_t i = 0; i < args->env.count; i++)
		bytes += strlen(args->env.items[i]) + 1 + sizeof(char *);
	return bytes;
}

/* Bytes of a launch of this path and offset. */
static size_t length(struct launch_args *args, const char *path, unsigned offset)
{
	struct config_suite settings = { 0 };
	struct launch_request request = { .adapter = &adapter_bdriver,
		.path = path,
		.benchmark = strlen(path) % 2 ? "A" : "Sort/64",
		.settings = &settings,
		.stack_offset = offset };

	launch_args_job(args, &request, &(struct job){ 0 });
	return bytes_of(args, path);
}

/* Whatever the lengths of the path and of the name: also where they cross a page. */
static void test_stack_has_its_place(void **state)
{
	static const char *const paths[] = { "old/suite", "/a/much/longer/path/of/new/suite" };
	struct launch_args args = { 0 };

	(void)state;
	for (unsigned offset = 0; offset < LAUNCH_STACK_OFFSETS; offset++) {
		size_t bytes = length(&args, paths[0], offset);

		assert_int_equal(bytes % LAUNCH_STACK_OFFSETS, offset);
		assert_int_equal(length(&args, paths[1], offset), bytes);
	}
	launch_args_release(&args);
}

/* A path that is too long for the room still has its place in a page. */
static void test_long_path(void **state)
{
	char path[LAUNCH_ARGS_ROOM];
	struct launch_args args = { 0 };

	(void)state;
	memset(path, 'x', sizeof(path) - 1);
	path[sizeof(path) - 1] = '\0';
	for (unsigned offset = 0; offset < LAUNCH_STACK_OFFSETS; offset += 15)
		assert_int_equal(length(&args, path, offset) % LAUNCH_STACK_OFFSETS, offset);
	launch_args_release(&args);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_arguments),
		cmocka_unit_test(test_environment),
		cmocka_unit_test(test_stack_has_its_place),
		cmocka_unit_test(test_long_path),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
