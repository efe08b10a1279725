/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "driver/base/embed.h"
#include "driver/base/message.h"
#include "driver/base/path.h"
#include "driver/base/terminal.h"
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

static bool section_taken(const struct config *config, const char *name)
{
	for (size_t i = 0; i < config->suite_count; i++)
		if (strcmp(config->suites[i]->name, name) == 0)
			return true;
	return false;
}

/* The name of the file; if another suite has it, the whole path; if that is taken, a number
 * more. */
static char *unique_name(const struct config *config, const char *path)
{
	char *name = section_name(path_name(path));
	AUTO_FREE char *base = NULL;

	if (!section_taken(config, name))
		return name;
	free(name);
	base = section_name(path);
	name = memory_text(base);
	for (unsigned i = 2; section_taken(config, name); i++) {
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

/* Of a suite that is not our own, so that nobody has to recognise it again. */
static void keep_adapter(struct config_suite *suite, const struct adapter *adapter)
{
	if (adapter != &adapter_bdriver)
		suite->adapter = adapter->name;
}

/* Asks each suite; those that do not answer are left out with a warning. */
static void ask_suites(struct config *config, const struct string_list *paths,
	int64_t list_timeout_ns, struct string_list *counts)
{
	for (size_t i = 0; i < paths->count; i++) {
		const char *path = paths->items[i];
		AUTO_FREE char *name = unique_name(config, path), *count = NULL;
		AUTO(string_list_release) struct string_list wanted = { 0 };
		AUTO(suites_release) struct suites found = { 0 };
		AUTO(config_release) struct config bare = { 0 };
		struct err e;

		config_init(&bare);
		config_set_asking(&bare, NULL, list_timeout_ns);
		path += strncmp(path, "./", 2) == 0 && path[2] != '/' ? 2 : 0;
		string_list_add(&wanted, paths->items[i]);
		if (suites_find(&found, &bare, &wanted, NULL, &e)) {
			message_warning("left out: %s", e.text);
		} else if (!can_be_written(path)) {
			message_warning("left out: suite %s: its path %s cannot stand in %s "
					"(control characters, *, ? or [, blanks at an end); "
					"rename it",
				name, path, file_name);
		} else {
			keep_adapter(config_add_suite(config, name, path, 1),
				found.items[0].adapter);
			count = memory_format("%zu", found.items[0].benchmark_count);
			string_list_add(counts, count);
		}
	}
}

/* Each line behind "# " and not a sentence is valid. */
EMBED(init_head, DRIVER_CLI_TEXT "bdriver.ini");

static const char *plural_of(const char *count)
{
	return strcmp(count, "1") == 0 ? "" : "s";
}

/* `counts`: of the benchmarks of each suite. */
static void print_file(FILE *out, const struct config *config, const struct string_list *counts)
{
	fputs(init_head, out);
	for (size_t i = 0; i < counts->count; i++) {
		const struct config_suite *suite = config->suites[i];

		fprintf(out, "\n# %s benchmark%s\n[suite %s]\npath = %s\n", counts->items[i],
			plural_of(counts->items[i]), suite->name, suite->path);
		if (suite->adapter)
			fprintf(out, "adapter = %s\n", suite->adapter);
	}
}

/* Never over an existing file. */
static int write_file(
	const struct config *config, const struct string_list *counts, struct err *e)
{
	int fd = open(file_name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666), failed;
	FILE *out = fd < 0 ? NULL : fdopen(fd, "w");

	if (!out && errno == EEXIST)
		return bd_err(
			e, "%s exists and is not replaced: edit it, or remove it", file_name);
	if (!out)
		return bd_err(e, "%s cannot be written: %s", file_name, strerror(errno));
	print_file(out, config, counts);
	failed = ferror(out);
	if (fclose(out) || failed) {
		unlink(file_name);
		return bd_err(e, "%s cannot be written: %s", file_name, strerror(errno));
	}
	return 0;
}

static void report_file(const struct config *config, const struct string_list *counts)
{
	for (size_t i = 0; i < config->suite_count && i < counts->count; i++) {
		AUTO_FREE char *name = terminal_clean(config->suites[i]->name);

		printf("%-24s %s benchmark%s%s%s\n", name, counts->items[i],
			plural_of(counts->items[i]),
			config->suites[i]->adapter ? ", adapter " : "",
			config->suites[i]->adapter ? config->suites[i]->adapter : "");
	}
	printf("%s written; next: bdriver list, bdriver doctor, bdriver run -o FILE\n",
		file_name);
}

static int init_run(void *given, char **args, int count)
{
	const struct shared_options *shared = given;
	char *here[] = { ".", NULL };
	AUTO(string_list_release) struct string_list paths = { 0 };
	AUTO(string_list_release) struct string_list counts = { 0 };
	AUTO(config_release) struct config config = { 0 };
	struct err e;

	config_init(&config);
	if (access(file_name, F_OK) == 0)
		return message_error(EXIT_USAGE,
			"%s exists and is not replaced: edit it, or remove it", file_name);
	if (find_paths(&paths, count ? args : here, count ? count : 1, &e))
		return message_error(EXIT_USAGE, "%s", e.text);
	ask_suites(&config, &paths, shared->list_timeout_ns, &counts);
	if (!config.suite_count)
		return message_error(EXIT_USAGE, "none of these files is a suite");
	if (write_file(&config, &counts, &e))
		return message_error(EXIT_WRITE, "%s", e.text);
	if (!shared->quiet)
		report_file(&config, &counts);
	return EXIT_FINE;
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
