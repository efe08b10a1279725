/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/suite/command.h"

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "compare/base/string_list.h"
#include "driver/base/command_line.h"
#include "driver/config/config.h"

/* The values of one parameter: a part of the list "NAME=VALUE". */
struct parameter {
	char *const *items;
	size_t name_size, count;
};

/* The parameter that begins at *at, which goes to the next one. False at the end. */
static bool next_parameter(const struct string_list *list, size_t *at, struct parameter *p)
{
	size_t first = *at;

	if (first >= list->count)
		return false;
	*p = (struct parameter){ list->items + first, strcspn(list->items[first], "=") + 1, 0 };
	while (first + p->count < list->count &&
		!strncmp(list->items[first + p->count], p->items[0], p->name_size))
		p->count++;
	*at = first + p->count;
	return true;
}

size_t command_count(const struct config_suite *command)
{
	struct parameter p;
	size_t count = 1;

	for (size_t at = 0; next_parameter(&command->parameters, &at, &p);)
		count *= p.count;
	return count;
}

char *command_name(const struct config_suite *command, size_t index, const char *name)
{
	struct string_list parts = { 0 };
	struct parameter p;

	string_list_add(&parts, name);
	for (size_t at = 0; next_parameter(&command->parameters, &at, &p); index /= p.count)
		string_list_add(&parts, p.items[index % p.count]);
	return string_list_finish(&parts, "/");
}

char *command_replace(char *text, const char *what, const char *with)
{
	size_t length = strlen(what), at = 0;
	char *found;

	while ((found = strstr(text + at, what))) {
		char *longer = memory_format(
			"%.*s%s%s", (int)(found - text), text, with, found + length);

		at = (size_t)(found - text) + strlen(with);
		free(text);
		text = longer;
	}
	return text;
}

char *command_fill(const struct config_suite *command, size_t index, const char *name,
	const char *build, const char *text)
{
	char *filled = memory_text(text);
	struct parameter p;

	for (size_t at = 0; next_parameter(&command->parameters, &at, &p); index /= p.count) {
		AUTO_FREE char *what =
			memory_format("{%.*s}", (int)p.name_size - 1, p.items[0]);

		filled = command_replace(filled, what, p.items[index % p.count] + p.name_size);
	}
	if (name)
		filled = command_replace(filled, "{name}", name);
	return build ? command_replace(filled, "{build}", build) : filled;
}

static bool has_build(const struct config_suite *command)
{
	const char *const lines[] = { command->command, command->hooks.setup,
		command->hooks.prepare, command->hooks.cleanup, command->directory };

	for (size_t i = 0; i < ARRAY_SIZE(lines); i++)
		if (lines[i] && strstr(lines[i], "{build}"))
			return true;
	return false;
}

static bool is_program(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISREG(st.st_mode) && !access(path, X_OK);
}

char *command_find_program(const char *word)
{
	struct string_list folders = { 0 };
	char *found = NULL;

	if (strchr(word, '/'))
		return is_program(word) ? realpath(word, NULL) : NULL;
	string_list_split(&folders, getenv("PATH") ? getenv("PATH") : "/bin:/usr/bin", ":");
	for (size_t i = 0; i < folders.count && !found; i++) {
		AUTO_FREE char *path = memory_format("%s/%s", folders.items[i], word);

		if (is_program(path))
			found = realpath(path, NULL);
	}
	string_list_release(&folders);
	return found;
}

static char *program_in(const char *folder, const char *word)
{
	AUTO_FREE char *path = memory_format("%s/%s", folder, word);

	return *word != '/' && is_program(path) ? realpath(path, NULL) : NULL;
}

int command_words(const struct config_suite *command, size_t index, const char *name,
	const char *build, struct string_list *words, struct err *e)
{
	AUTO(string_list_release) struct string_list all = { 0 };

	if (words_split(&all, command->command, e))
		return -1;
	for (size_t i = 0; i < all.count; i++) {
		AUTO_FREE char *filled =
			command_fill(command, index, name, build, all.items[i]);

		/* A build that is a command line of its own. */
		if (!i && build && !strcmp(all.items[i], "{build}")) {
			if (words_split(words, filled, e))
				return -1;
		} else {
			string_list_add(words, filled);
		}
	}
	return words->count ? 0 : bd_err(e, "command %s: the line is empty", command->name);
}

char *command_program(const struct config_suite *command, const char *build, struct err *e)
{
	bool differs = has_build(command);
	AUTO(string_list_release) struct string_list words = { 0 };
	char *path = NULL;

	if (build && !differs && command->shell > 0) {
		bd_err(e,
			"command %s is the same in both builds: write {build} where they "
			"differ",
			command->name);
		return NULL;
	}
	if (!build && differs) {
		bd_err(e, "command %s: {build} stands for a build: give --old and --new",
			command->name);
		return NULL;
	}
	if (command->shell > 0)
		return memory_text(COMMAND_SHELL);
	if (command_words(command, 0, NULL, build, &words, e))
		return NULL;
	assert(words.items);
	path = build && !differs ? program_in(build, words.items[0])
				 : command_find_program(words.items[0]);
	if (!path && build && !differs)
		bd_err(e,
			"command %s: there is no program %s/%s; write {build} where the builds "
			"differ",
			command->name, build, words.items[0]);
	else if (!path)
		bd_err(e, "command %s: there is no program %s", command->name, words.items[0]);
	return path;
}
