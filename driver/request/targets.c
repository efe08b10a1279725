/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/request/targets.h"

#include <ctype.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "compare/base/regex.h"
#include "driver/base/command_line.h"
#include "driver/base/path.h"
#include "driver/cli/selection.h"
#include "driver/config/config.h"
#include "driver/config/read.h"
#include "driver/request/builds.h"
#include "driver/suite/adapter.h"
#include "driver/suite/command.h"
#include "driver/suite/find.h"
#include "driver/suite/suite.h"

/* A line that has one is for the shell. */
#define SHELL_CHARACTERS "|&;<>()$`*?"

enum kind { BENCHMARK, FOLDER, SUITE, COMMAND, KINDS };

struct targets {
	struct string_list of[KINDS];
	const char *folder; /* one of them */
	struct suites configured;
};

static void targets_release(struct targets *t)
{
	for (enum kind kind = 0; kind < KINDS; kind++)
		string_list_release(&t->of[kind]);
	suites_release(&t->configured);
}

static bool starts_program(const char *line)
{
	AUTO(string_list_release) struct string_list words = { 0 };
	struct err e;
	AUTO_FREE char *program = words_split(&words, line, &e) || !words.count
					  ? NULL
					  : command_find_program(words.items[0]);

	return program;
}

/* Of a word that may be one, as it is a path or as nothing else names suites. */
static enum kind kind_of(const char *word, const char *adapter)
{
	struct stat st;

	if (stat(word, &st))
		return starts_program(word) ? COMMAND : BENCHMARK;
	if (S_ISDIR(st.st_mode))
		return FOLDER;
	return access(word, X_OK) || adapter || adapter_recognise(word) ? SUITE : COMMAND;
}

/* Does the word name benchmarks of the configured suites? */
static bool is_benchmark(const struct targets *t, const char *word)
{
	for (size_t i = 0; i < t->configured.count; i++) {
		const struct suite *suite = &t->configured.items[i];

		for (size_t k = 0; k < suite->benchmark_count; k++)
			if (glob_names(word, suite->name, suite->benchmarks[k].name))
				return true;
	}
	return false;
}

/* Beside a configuration a program alone is rather a benchmark with a slip of the pen. */
static bool stands_out(struct targets *t, struct config *config, const char *word)
{
	static const struct string_list all;
	struct err e;

	if (access(word, F_OK) && (!strpbrk(word, " \t") || !starts_program(word)))
		return false;
	if (!t->configured.count)
		suites_find(&t->configured, config, &all, NULL, &e);
	return !is_benchmark(t, word);
}

/* How the words that are no paths are read: options name suites; the configuration does;
 * nothing else does. */
enum naming { BY_OPTIONS, BY_CONFIG, BY_WORDS };

static int sort_words(struct targets *t, const struct shared_options *shared,
	struct config *config, enum naming naming, char **words, int count)
{
	bool open = naming == BY_WORDS, found = false;
	int left = 0;

	for (int i = 0; i < count && open && !found; i++) {
		enum kind kind = kind_of(words[i], shared->adapter);

		found = kind == FOLDER || kind == SUITE;
	}
	for (int i = 0; i < count; i++) {
		bool exists = !access(words[i], F_OK);
		bool may = word_is_path(words[i]) || (open && (exists || !found)) ||
			   (naming == BY_CONFIG && stands_out(t, config, words[i]));
		enum kind kind = may ? kind_of(words[i], shared->adapter) : BENCHMARK;

		if (kind == BENCHMARK)
			words[left++] = words[i];
		else if (kind == COMMAND && exists && strpbrk(words[i], " \t"))
			string_list_addf(&t->of[kind], "'%s'", words[i]);
		else
			string_list_add(&t->of[kind], words[i]);
		if (kind == FOLDER)
			t->folder = words[i];
	}
	return left;
}

/* "sort-2": of a program or folder, as a name of a file. Adds it to the names. */
static const char *name_of(struct string_list *names, const char *line)
{
	const char *word = line + strspn(line, "'\"");
	AUTO_FREE char *first = memory_format("%.*s", (int)strcspn(word, " \t'\""), word),
		       *name;

	for (size_t n = strlen(first); n > 1 && first[n - 1] == '/';)
		first[--n] = '\0';
	name = memory_text(path_name(first));
	for (char *p = name; *p; p++)
		if (!isalnum((unsigned char)*p) && !strchr("_-+", *p))
			*p = '_';
	if (string_list_has(names, name))
		string_list_addf(names, "%s-%zu", name, names->count + 1);
	else
		string_list_add(names, name);
	return names->items[names->count - 1];
}

static bool any_shell(const struct string_list *lines)
{
	for (size_t i = 0; i < lines->count; i++)
		if (strpbrk(lines->items[i], SHELL_CHARACTERS))
			return true;
	return false;
}

static void add_commands(struct config *config, struct asked_builds *builds, bool each,
	const struct string_list *lines)
{
	AUTO(string_list_release) struct string_list names = { 0 };
	bool shell = any_shell(lines);

	builds->commands = !each && lines->count > 1;
	for (size_t i = 0; i < lines->count; i++) {
		const char *name = name_of(&names, lines->items[i]);

		if (builds->commands)
			string_list_addf(&builds->named, "%s=%s", name, lines->items[i]);
		else
			config_add_command(config, name, lines->items[i], shell);
	}
	if (builds->commands)
		config_add_command(config, "command", "{build}", shell);
}

/* Are they suites of one name in several folders? */
static bool are_twins(const struct string_list *suites)
{
	for (size_t i = 1; i < suites->count; i++)
		if (strcmp(path_name(suites->items[i]), path_name(suites->items[0])) != 0)
			return false;
	return suites->count > 1;
}

static void add_builds(struct asked_builds *builds, const struct string_list *folders)
{
	static const char *const two[] = { "old", "new" };
	AUTO(string_list_release) struct string_list names = { 0 };

	for (size_t i = 0; i < folders->count; i++)
		string_list_addf(&builds->named, "%s=%s",
			folders->count == 2 ? two[i] : name_of(&names, folders->items[i]),
			folders->items[i]);
}

static void add_suites(struct shared_options *shared, struct asked_builds *builds, bool each,
	const struct string_list *suites)
{
	AUTO(string_list_release) struct string_list folders = { 0 };
	bool twins = !each && are_twins(suites);

	for (size_t i = 0; i < suites->count; i++) {
		AUTO_FREE char *folder = path_folder(suites->items[i]);

		string_list_add(&folders, folder);
		if (!twins)
			string_list_add(&shared->suites, suites->items[i]);
	}
	if (!twins)
		return;
	string_list_add(&shared->suites, path_name(suites->items[0]));
	add_builds(builds, &folders);
}

static int check(
	const struct targets *t, bool asked, bool each, const char *word, struct err *e)
{
	size_t folders = t->of[FOLDER].count, suites = t->of[SUITE].count,
	       commands = t->of[COMMAND].count;

	if (asked && folders + suites + commands)
		return bd_err(e,
			"builds are named by options already: name suites with --suite, and "
			"commands with --command");
	if (folders && suites + commands)
		return bd_err(e,
			"%s is a folder: name folders of suites alone, or suites and commands",
			t->folder);
	if (each && folders > 1)
		return bd_err(e, "name one folder of suites, not %zu", folders);
	if (word && !word_is_missing(word, e))
		bd_err(e,
			"no suites: there is no bdriver.ini here, and '%s' is no suite, folder "
			"or program; " SUITES_HOW,
			word);
	return word ? -1 : 0;
}

static int take(struct run_settings *asked, struct config *config, char **words, int *count,
	struct err *e)
{
	struct shared_options *shared = &asked->shared;
	struct asked_builds *builds = &asked->builds;
	bool each = builds->each;
	AUTO(targets_release) struct targets t = { 0 };
	bool named = builds->old || builds->new || builds->before || builds->anchor ||
		     builds->named.count;
	enum naming naming = named || shared->suites.count || shared->commands.count
				     ? BY_OPTIONS
			     : config->suite_count ? BY_CONFIG
						   : BY_WORDS;
	int given = *count;

	*count = sort_words(&t, shared, config, naming, words, given);
	if (check(&t, named, each,
		    naming == BY_WORDS && given && *count == given ? words[0] : NULL, e))
		return -1;
	if (t.of[FOLDER].count == 1)
		builds->only = t.folder;
	else
		add_builds(builds, &t.of[FOLDER]);
	add_suites(shared, builds, each, &t.of[SUITE]);
	add_commands(config, builds, each || t.of[SUITE].count, &t.of[COMMAND]);
	return 0;
}

int targets_read(struct config *config, struct builds *builds, struct run_settings *asked,
	char **words, int *count, struct err *e)
{
	return config_read(config, &asked->shared, e) ||
			       (!asked->builds.twice && take(asked, config, words, count, e)) ||
			       builds_name(
				       builds, &asked->builds, config_has_commands(config), e)
		       ? -1
		       : 0;
}
