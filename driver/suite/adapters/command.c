/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "driver/base/words.h"
#include "driver/config/config.h"
#include "driver/exec/argument_list.h"
#include "driver/suite/adapter.h"
#include "driver/suite/command.h"
#include "driver/suite/command_runner.h"
#include "driver/suite/suite.h"

/* Any command line: this program starts itself to run it (driver/suite/command_runner.h). */

static const char *own_program(void)
{
	static char path[PATH_MAX];
	ssize_t size = *path ? 0 : readlink("/proc/self/exe", path, sizeof(path) - 1);

	if (size > 0)
		path[size] = '\0';
	return path;
}

static int make_list(struct suite *suite, const struct suite_answer *answer, struct err *e)
{
	const struct config_suite *command = suite->settings;
	int result = 0;

	(void)answer;
	if (!command->command)
		return bd_err(e,
			"suite %s: the adapter command is for [command NAME] and --command",
			suite->name);
	for (size_t i = 0; !result && i < command_count(command); i++) {
		AUTO_FREE char *name = command_name(command, i);

		result = suite_add_benchmark(suite, name, e);
	}
	suite->counts = strstr(command->command, "{n}") ? COUNTS_ANY : COUNTS_ONE;
	return result;
}

static size_t index_of(const struct config_suite *command, const char *benchmark)
{
	size_t count = command_count(command), i = 0;

	for (; i + 1 < count; i++) {
		AUTO_FREE char *name = command_name(command, i);
		bool same = !strcmp(name, benchmark);

		if (same)
			break;
	}
	return i;
}

static void add_line(struct argument_list *args, const struct launch_request *r, size_t index,
	const char *key, const char *line)
{
	AUTO_FREE char *filled = NULL;

	if (!line)
		return;
	filled = command_fill(r->settings, index, r->build, line);
	argument_list_addf(args, "%s=%s", key, filled);
}

/* The program's path was found for this build. */
static void add_words(struct argument_list *args, const struct launch_request *r, size_t index)
{
	AUTO(string_list_release) struct string_list words = { 0 };

	argument_list_add(args, "--");
	if (r->settings->shell > 0)
		string_list_add(&words, r->settings->command);
	else
		words_split(&words, r->settings->command, NULL);
	for (size_t i = 0; i < words.count; i++) {
		AUTO_FREE char *filled =
			command_fill(r->settings, index, r->build, words.items[i]);

		argument_list_addf(args, "%s", i || r->settings->shell > 0 ? filled : r->path);
	}
}

static void set_launch(struct argument_list *args, const struct launch_request *r)
{
	const struct config_suite *command = r->settings;
	size_t index = index_of(command, r->benchmark);
	AUTO_FREE char *exits = string_list_join(&command->exits, ",");

	argument_list_add(args, COMMAND_RUNNER);
	argument_list_add(args, r->benchmark);
	if (r->iterations > 0 && r->any_count)
		argument_list_addf(args, "iterations=%" PRId64, r->iterations);
	if (r->samples > 0)
		argument_list_addf(args, "samples=%" PRId64, r->samples);
	argument_list_addf(args, "time=%" PRId64, r->launch_time_ns);
	argument_list_addf(args, "shell=%d", command->shell > 0);
	if (*exits)
		argument_list_addf(args, "exit=%s", exits);
	add_line(args, r, index, "directory", command->directory);
	add_line(args, r, index, "setup", command->setup);
	add_line(args, r, index, "prepare", command->prepare);
	add_line(args, r, index, "cleanup", command->cleanup);
	add_words(args, r, index);
}

static int read_row(struct launch_reading *reading, const struct job_result *result,
	const char *benchmark, struct log_row *row, struct err *e)
{
	return adapter_bdriver.read(reading, result, benchmark, row, e);
}

const struct adapter adapter_command = {
	.name = "command",
	.program = own_program,
	.list = make_list,
	.launch = set_launch,
	.output = JOB_OUTPUT_ROW,
	.read = read_row,
};
