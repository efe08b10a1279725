/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>
#include <string.h>

#include "compare/base/memory.h"
#include "driver/base/path.h"
#include "driver/base/where.h"
#include "driver/config/config.h"
#include "driver/suite/adapter.h"
#include "driver/suite/command.h"
#include "driver/suite/command_runner.h"
#include "driver/suite/suite.h"

/* One on each line. */
#define NAME_LINES "^[ \\t]*(\\S.*?)[ \\t\\r]*$"

/* Any command line: this program starts itself to run it (driver/suite/command_runner.h). */

/* A shell runs the list, so that it can filter what the program prints. */
static bool ask_for_list(struct string_list *args, const struct suite *suite, unsigned dialect)
{
	const struct config_suite *command = suite->settings;
	AUTO_FREE char *line = NULL;

	if (dialect || !command->command || !command->list)
		return false;
	line = command_fill(command, 0, NULL, suite->build, command->list);
	string_list_add(args, "-c");
	string_list_add(args, "cd \"$1\" && eval \"$2\"");
	string_list_add(args, suite->name);
	string_list_add(args, command->directory ? command->directory : ".");
	string_list_add(args, line);
	return true;
}

static int make_list(struct suite *suite, const struct suite_answer *answer, struct err *e)
{
	const struct config_suite *command = suite->settings;
	AUTO(string_list_release) struct string_list names = { 0 }, all = { 0 };
	struct err why;

	if (!command->command)
		return bd_err(e,
			"suite %s: the adapter command is for [command NAME] and --command",
			suite->name);
	if (!answer)
		string_list_add(&names, command->name);
	else if (where_find(command->listed.text ? command->listed.text : NAME_LINES,
			 answer->text, answer->size, false, &names, &why))
		return bd_err(e, "command %s: list: %s", suite->name, why.text);
	for (size_t i = 0; i < names.count * command_count(command); i++) {
		AUTO_FREE char *name = command_name(command, i % command_count(command),
			names.items[i / command_count(command)]);

		string_list_add(&all, name);
	}
	suite->threads = true; /* nobody knows */
	suite->counts = strstr(command->command, "{n}") ? COUNTS_ANY : COUNTS_ONE;
	return suite_add_benchmarks(suite, &all, e);
}

/* Which combination, and the name in front of it: the caller frees it. */
static size_t index_of(const struct config_suite *command, const char *benchmark, char **listed)
{
	size_t count = command_count(command), i = 0, size = strlen(benchmark), end = 0;

	for (; i < count; i++) {
		AUTO_FREE char *name = command_name(command, i, "");

		end = strlen(name);
		if (end <= size && !strcmp(benchmark + size - end, name))
			break;
	}
	*listed = memory_format("%.*s", (int)(size - end), benchmark);
	return i;
}

/* A launch of one benchmark. */
struct filling {
	const struct launch_request *request;
	size_t index;
	char *name;
};

static void add_line(
	struct string_list *args, const struct filling *f, const char *key, const char *line)
{
	AUTO_FREE char *filled = NULL;

	if (!line)
		return;
	filled = command_fill(f->request->settings, f->index, f->name, f->request->build, line);
	string_list_addf(args, "%s=%s", key, filled);
}

static void add_where(struct string_list *args, const struct filling *f, const char *key,
	const struct config_where *where)
{
	AUTO_FREE char *filled = where->text ? where_fill(where->text, f->name) : NULL;

	add_line(args, f, key, filled);
	if (filled)
		string_list_addf(args, "%s_at=%s", key, where->origin);
}

/* The program's path was found for this build. */
static void add_words(struct string_list *args, const struct filling *f)
{
	const struct launch_request *r = f->request;
	AUTO(string_list_release) struct string_list words = { 0 };

	string_list_add(args, "--");
	if (r->settings->shell > 0) {
		AUTO_FREE char *line = command_fill(
			r->settings, f->index, f->name, r->build, r->settings->command);

		string_list_add(args, line);
		return;
	}
	command_words(r->settings, f->index, f->name, r->build, &words, NULL);
	for (size_t i = 0; i < words.count; i++)
		string_list_add(args, i ? words.items[i] : r->path);
}

static void set_launch(struct string_list *args, const struct launch_request *r)
{
	const struct config_suite *command = r->settings;
	AUTO_FREE char *name = NULL;
	size_t index = index_of(command, r->benchmark, &name);
	const struct filling f = { r, index, name };
	AUTO_FREE char *exits = string_list_join(&command->exits, ",");

	string_list_add(args, COMMAND_RUNNER);
	string_list_add(args, r->benchmark);
	if (r->iterations > 0 && r->any_count)
		string_list_addf(args, "iterations=%" PRId64, r->iterations);
	if (r->samples > 0)
		string_list_addf(args, "samples=%" PRId64, r->samples);
	string_list_addf(args, "time=%" PRId64, r->launch_time_ns);
	string_list_addf(args, "shell=%d", command->shell > 0);
	if (*exits)
		string_list_addf(args, "exit=%s", exits);
	add_line(args, &f, "directory", command->directory);
	add_line(args, &f, "setup", command->hooks.setup);
	add_line(args, &f, "prepare", command->hooks.prepare);
	add_line(args, &f, "cleanup", command->hooks.cleanup);
	add_where(args, &f, "value", &command->printed.value);
	add_where(args, &f, "unit", &command->printed.unit);
	add_words(args, &f);
}

const struct adapter adapter_command = {
	.name = "command",
	.program = path_of_program,
	.ask = ask_for_list,
	.list = make_list,
	.launch = set_launch,
	.output = JOB_OUTPUT_ROW,
	.read = launch_reading_row,
};
