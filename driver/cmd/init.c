/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "driver/base/embed.h"
#include "driver/base/message.h"
#include "driver/base/path.h"
#include "driver/base/terminal.h"
#include "driver/base/units.h"
#include "driver/cli/command.h"
#include "driver/config/config.h"
#include "driver/config/read.h"
#include "driver/suite/find.h"
#include "driver/suite/suite.h"

static const char file_name[] = "bdriver.ini";

/* Executables that the words name: files, or what lies below folders. */
static int find_paths(struct string_list *paths, char **words, int count, struct err *e)
{
	struct string_list skipped = { 0 };
	struct stat st;

	for (int i = 0; i < count; i++) {
		if (stat(words[i], &st))
			return bd_err(e, "%s: %s", words[i], strerror(errno));
		if (S_ISDIR(st.st_mode))
			suite_tree_find(words[i], NULL, paths, &skipped);
		else
			string_list_add(paths, words[i]);
	}
	suites_warn_skipped(&skipped);
	string_list_release(&skipped);
	if (!paths->count)
		return bd_err(e, "no suite found: name the folder of the build, or suites");
	return 0;
}

/* What a section may be called after a path: "./a b/c" -> "a_b_c". Caller frees. */
static char *section_name(const char *path)
{
	char *name = memory_text(path + strspn(path, "./"));

	for (char *p = name; *p; p++)
		if (!isalnum((unsigned char)*p) && !strchr("._+-", *p))
			*p = '_';
	return name;
}

/* The name of the file; if another suite has it, the whole path; if that is taken, a number
 * more. */
static char *unique_name(const struct string_list *taken, const char *path)
{
	char *name = section_name(path_name(path));
	AUTO_FREE char *base = NULL;

	if (!string_list_has(taken, name))
		return name;
	free(name);
	base = section_name(path);
	name = memory_text(base);
	for (unsigned i = 2; string_list_has(taken, name); i++) {
		free(name);
		name = memory_format("%s_%u", base, i);
	}
	return name;
}

/* Does bdriver.ini, read again, name exactly this file? A pattern would name others. */
static bool can_be_written(const char *path)
{
	AUTO_FREE char *text = memory_format("[suite x]\npath = %s\n", path);
	AUTO(config_release) struct config config = { 0 };
	struct err e;
	bool same = !config_read_buffer(&config, file_name, text, strlen(text), &e) &&
		    config.suite_count == 1 &&
		    strcmp(config.suites[0]->written_path, path) == 0 && !strpbrk(path, "*?[");

	for (const char *p = path; *p; p++)
		same = same && !iscntrl((unsigned char)*p);
	return same;
}

/* What there is to say of the suites: sections of the file, and lines for the user. */
struct found {
	struct string_list names, sections, lines;
};

static void add_suite(
	struct found *found, const char *name, const char *path, const struct suite *suite)
{
	/* Nobody has to recognise again what is not our own. */
	const char *adapter = suite->adapter == &adapter_bdriver ? NULL : suite->adapter->name;
	AUTO_FREE char *count = memory_format(
		"%zu benchmark%s", suite->benchmark_count, PLURAL(suite->benchmark_count));
	AUTO_FREE char *clean = terminal_clean(name);

	string_list_add(&found->names, name);
	string_list_addf(
		&found->sections, "\n# %s\n[suite %s]\npath = %s\n", count, name, path);
	if (adapter)
		string_list_addf(&found->sections, "adapter = %s\n", adapter);
	string_list_addf(&found->lines, "%-24s %s%s%s", clean, count,
		adapter ? ", adapter " : "", adapter ? adapter : "");
}

/* Asks a suite; one that does not answer is left out with a warning. */
static void ask_suite(
	struct found *found, const char *path, const struct shared_options *shared)
{
	AUTO_FREE char *name = unique_name(&found->names, path);
	AUTO(string_list_release) struct string_list wanted = { 0 };
	AUTO(suites_release) struct suites suites = { 0 };
	AUTO(config_release) struct config bare = { 0 };
	struct err e;

	config_init(&bare);
	config_set_asking(&bare, shared);
	string_list_add(&wanted, path);
	path += strncmp(path, "./", 2) == 0 && path[2] != '/' ? 2 : 0;
	if (suites_find(&suites, &bare, &wanted, NULL, &e))
		message_warning("left out: %s", e.text);
	else if (!can_be_written(path))
		message_warning("left out: suite %s: its path %s cannot stand in %s (control "
				"characters, *, ? or [, blanks at an end); rename it",
			name, path, file_name);
	else
		add_suite(found, name, path, &suites.items[0]);
}

/* Each line behind "# " and not a sentence is valid. */
EMBED(init_head, DRIVER_CLI_TEXT "bdriver.ini");

/* Never over an existing file. */
static int write_file(const struct string_list *sections, struct err *e)
{
	FILE *out = fopen(file_name, "wxe");
	bool failed = !out;

	if (out) {
		fputs(init_head, out);
		for (size_t i = 0; i < sections->count; i++)
			fputs(sections->items[i], out);
		failed = ferror(out);
		failed |= fclose(out) != 0;
		if (failed)
			unlink(file_name);
	}
	return failed ? bd_err(e, "%s cannot be written: %s", file_name, strerror(errno)) : 0;
}

static int init_run(void *given, char **args, int count)
{
	const struct shared_options *shared = given;
	char *here[] = { ".", NULL };
	AUTO(string_list_release) struct string_list paths = { 0 };
	struct found found = { 0 };
	struct err e;
	int code = EXIT_FINE;

	if (access(file_name, F_OK) == 0)
		return message_error(EXIT_USAGE,
			"%s exists and is not replaced: edit it, or remove it", file_name);
	if (find_paths(&paths, count ? args : here, count ? count : 1, &e))
		return message_error(EXIT_USAGE, "%s", e.text);
	for (size_t i = 0; i < paths.count; i++)
		ask_suite(&found, paths.items[i], shared);
	if (!found.names.count)
		code = message_error(EXIT_USAGE, "none of these files is a suite");
	else if (write_file(&found.sections, &e))
		code = message_error(EXIT_WRITE, "%s", e.text);
	for (size_t i = 0; !code && !shared->quiet && i < found.lines.count; i++)
		puts(found.lines.items[i]);
	if (!code && !shared->quiet)
		printf("%s written; next: bdriver list, bdriver doctor, bdriver run -o FILE\n",
			file_name);
	string_list_release(&found.names);
	string_list_release(&found.sections);
	string_list_release(&found.lines);
	return code;
}

const struct command command_init = {
	.summary = "write a first bdriver.ini",
	.arguments = "[PATH...]",
	.details = "The file gets a section for each suite found at PATH: an executable, or a "
		   "folder with executables that are linked with the harness or with Google "
		   "Benchmark (default: the "
		   "working directory). An existing ./bdriver.ini is never replaced.",
	.max_arguments = -1,
	.options =
		&(const struct option_set){
			.name = "init",
			.shared = SHARED_ASK,
			.size = sizeof(struct shared_options),
		},
	.run = init_run,
};
