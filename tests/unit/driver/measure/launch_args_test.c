/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/measure/launch_args.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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
	launch_args_set(&args, &request);
	assert_string_equal(joined(&args),
		"/x/suite Sort/64 --samples 200 --launch-time 100000000ns --out-fd 3 ");
	/* Kept from launch to launch. */
	string_list_add(&settings.args, "--fast");
	request.iterations = 12;
	request.in_turns = true;
	request.samples = 0;
	launch_args_set(&args, &request);
	assert_string_equal(joined(&args), "/x/suite --fast Sort/64 --iterations 12 "
					   "--launch-time 100000000ns "
					   "--out-fd 3 --turn-fd 4 ");
	/* Turns of the default length are left to the suite. */
	string_list_release(&settings.args);
	request.iterations = 0;
	request.slice_ns = 10000000;
	request.settle_ns = 2000000;
	launch_args_set(&args, &request);
	assert_string_equal(joined(&args),
		"/x/suite Sort/64 --launch-time 100000000ns --out-fd 3 --turn-fd 4 ");
	request.slice_ns = 250000;
	request.settle_ns = 50000;
	launch_args_set(&args, &request);
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
		.padding = LAUNCH_PADDING_MAX };
	struct launch_args args = { 0 };
	char pid[16];

	(void)state;
	setenv("BDRIVER_WORKER", "9", 1); /* this process may be a launch itself */
	setenv("FROM_HERE", "process", 1);
	string_list_add(&settings.env, "FROM_HERE=suite");
	launch_args_set(&args, &request);
	snprintf(pid, sizeof(pid), "%d", (int)getpid());
	assert_string_equal(variable(&args, "BDRIVER_WORKER"), "3");
	assert_string_equal(variable(&args, "BD_DRIVER_PID"), pid);
	assert_string_equal(variable(&args, "FROM_HERE"), "suite");
	assert_string_equal(variable(&args, "PATH"), getenv("PATH"));
	assert_int_equal(strlen(variable(&args, "BDRIVER_PADDING")), LAUNCH_PADDING_MAX);
	request.padding = 0;
	launch_args_set(&args, &request);
	assert_string_equal(variable(&args, "BDRIVER_PADDING"), "");
	launch_args_release(&args);
	string_list_release(&settings.env);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_arguments),
		cmocka_unit_test(test_environment),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
