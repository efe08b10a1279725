/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "compare/base/memory.h"
#include "driver/base/message.h"
#include "driver/base/suggestion.h"
#include "driver/base/units.h"
#include "driver/cli/command.h"
#include "driver/store/store.h"

struct history_args {
	struct shared_options shared;
	const char *history, *revision, *repository, *machine;
	bool partial;
};

/* A word after `bdriver history`. */
struct verb {
	const char *name;
	const char *arguments;  /* as in `usage:` */
	int least, most;        /* -1: any number */
	const char *options[8]; /* that it takes besides --history, -q, -v; NULL at the end */
	int (*run)(const struct history_args *own, char **args, int count);
};

static const char *folder_of(const struct history_args *own)
{
	const char *folder = own->history ? own->history : getenv("BDRIVER_HISTORY");

	return folder && *folder ? folder : "history";
}

static int is_log(const struct dirent *entry)
{
	const char *dot = strrchr(entry->d_name, '.');

	return dot && dot != entry->d_name && !strcmp(dot, ".log");
}

/* The logs that a word stands for: a file, or all *.log of a folder. */
static int list_logs(struct string_list *paths, const char *word)
{
	struct dirent **entries;
	struct stat info;
	int n;

	if (stat(word, &info) || !S_ISDIR(info.st_mode)) {
		string_list_add(paths, word);
		return 0;
	}
	n = scandir(word, &entries, is_log, alphasort);
	for (int i = 0; i < n; i++) {
		string_list_addf(paths, "%s/%s", word, entries[i]->d_name);
		free(entries[i]);
	}
	if (n >= 0)
		free(entries);
	return n > 0 ? 0 : message_error(EXIT_USAGE, "%s: there is no *.log in it", word);
}

static int add_one(struct store *store, const char *path, const struct history_args *own)
{
	static const char *const told[] = {
		[INSERT_NEW] = "new",
		[INSERT_KNOWN] = "known already",
		[INSERT_REPLACED] = "replaces a log of the same run with less in it",
		[INSERT_OLDER] = "left out: a log of the same run with more in it is there",
	};
	struct store_facts facts = { own->revision, own->repository ? own->repository : ".",
		own->machine, own->partial };
	struct err e;
	int result = store_add(store, path, &facts, &e);

	if (result < 0)
		return message_error(
			result == STORE_FAILED ? EXIT_WRITE : EXIT_USAGE, "%s", e.text);
	if (!own->shared.quiet)
		printf("%s: %s\n", path, told[result]);
	return EXIT_FINE;
}

static int run_add(const struct history_args *own, char **args, int count)
{
	struct string_list paths = { 0 };
	struct store store = { 0 };
	bool opened = false;
	struct err e;
	int code = EXIT_FINE;

	for (int i = 0; i < count && !code; i++)
		code = list_logs(&paths, args[i]);
	if (!code) {
		opened = !store_open(&store, folder_of(own), DATABASE_WRITE, &e);
		code = opened ? EXIT_FINE : message_error(EXIT_WRITE, "%s", e.text);
	}
	for (size_t i = 0; code != EXIT_WRITE && opened && i < paths.count; i++) {
		int one = add_one(&store, paths.items[i], own);

		code = one ? one : code;
	}
	store_close(&store);
	string_list_release(&paths);
	return code;
}

static int run_rebuild(const struct history_args *own, char **args, int count)
{
	struct err e;
	size_t logs;

	(void)args;
	(void)count;
	if (store_rebuild(folder_of(own), &logs, &e))
		return message_error(EXIT_WRITE, "%s", e.text);
	if (!own->shared.quiet)
		printf("%s: made again from %zu log%s\n", folder_of(own), logs, PLURAL(logs));
	return EXIT_FINE;
}

static const struct verb verbs[] = {
	{ "add", "LOG|DIR...", 1, -1, { "revision", "repository", "machine", "partial" },
		run_add },
	{ "rebuild", "", 0, 0, { NULL }, run_rebuild },
};

#define VERB_COUNT   (sizeof(verbs) / sizeof(verbs[0]))
#define MEMBER(name) offsetof(struct history_args, name)

static const struct option_def options[] = {
	{ "history", 0, OPTION_TEXT, "DIR",
		"folder of the history (default: $BDRIVER_HISTORY, else ./history)",
		MEMBER(history), 0 },
	{ "revision", 0, OPTION_TEXT, "REV",
		"add: the commit that was measured, by any name that git knows; nights are "
		"then ordered by commits instead of by time",
		MEMBER(revision), 0 },
	{ "repository", 0, OPTION_TEXT, "DIR",
		"add: the work tree that REV belongs to (default: the current folder)",
		MEMBER(repository), 0 },
	{ "machine", 0, OPTION_TEXT, "NAME",
		"add: machines of one name share a line (default: the name of the host)",
		MEMBER(machine), 0 },
	{ "partial", 0, OPTION_FLAG, NULL, "add: take logs that are not complete",
		MEMBER(partial), 0 },
	{ 0 },
};

static const struct option_set option_set = {
	.name = "history",
	.own = options,
	.size = sizeof(struct history_args),
};

static const struct verb *find(const char *name)
{
	for (size_t i = 0; i < VERB_COUNT; i++)
		if (!strcmp(verbs[i].name, name))
			return &verbs[i];
	return NULL;
}

static int unknown(const char *name)
{
	struct string_list names = { 0 };
	char *all;

	for (size_t i = 0; i < VERB_COUNT; i++)
		string_list_add(&names, verbs[i].name);
	all = string_list_join(&names, ", ");
	message_error(EXIT_USAGE, "unknown '%s' after history%s; known are: %s", name,
		suggestion(&names, name).text, all);
	free(all);
	string_list_release(&names);
	return EXIT_USAGE;
}

static int run(void *given, char **args, int count)
{
	const struct history_args *own = given;
	const struct verb *verb = find(args[0]);
	const char *taken[16] = { "history", "quiet", "verbose", "color" };
	const struct option_def *wrong;

	if (!verb)
		return unknown(args[0]);
	for (size_t i = 0; verb->options[i]; i++)
		taken[4 + i] = verb->options[i];
	wrong = options_given(&option_set, given, taken);
	if (wrong)
		return message_error(EXIT_USAGE, "--%s is not for `bdriver history %s`",
			wrong->name, verb->name);
	if (count - 1 < verb->least || (verb->most >= 0 && count - 1 > verb->most))
		return message_error(EXIT_USAGE, "usage: bdriver history %s [OPTION...] %s",
			verb->name, verb->arguments);
	return verb->run(own, args + 1, count - 1);
}

const struct command command_history = {
	.summary = "keep the logs of all nights in one database",
	.arguments = "add LOG|DIR... | rebuild",
	.details =
		"add stores logs, or all *.log of a folder, and keeps them compressed. A log "
		"that is known is left alone; a resumed run replaces its rows. rebuild makes "
		"the database again from the kept logs. Plain sqlite3 reads it: DIR/history.db "
		"has the view v_level.",
	.min_arguments = 1,
	.max_arguments = -1,
	.options = &option_set,
	.run = run,
};
