/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <dirent.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "compare/base/memory.h"
#include "driver/base/message.h"
#include "driver/base/units.h"
#include "driver/cmd/history_add.h"
#include "driver/store/derived.h"

static int is_log(const struct dirent *entry)
{
	static const char *const patterns[] = { "*.log", "*.log.gz", "*.log.zst" };

	for (size_t i = 0; i < sizeof(patterns) / sizeof(patterns[0]); i++)
		if (!fnmatch(patterns[i], entry->d_name, FNM_PERIOD))
			return 1;
	return 0;
}

/* The logs that a word stands for: a file, or all logs of a folder. */
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
	return n > 0 ? 0 : message_error(EXIT_USAGE, "%s: there is no log in it", word);
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

int history_add(const struct history_args *own, char **args, int count)
{
	struct string_list paths = { 0 };
	struct change_settings settings;
	struct store store = { 0 };
	bool opened = false;
	struct err e;
	int code = history_settings(own, &settings);

	for (int i = 0; i < count && !code; i++)
		code = list_logs(&paths, args[i]);
	if (!code) {
		opened = !store_open(&store, history_folder(own), DATABASE_WRITE, &e);
		code = opened ? EXIT_FINE : message_error(EXIT_WRITE, "%s", e.text);
	}
	for (size_t i = 0; code != EXIT_WRITE && opened && i < paths.count; i++) {
		int one = add_one(&store, paths.items[i], own);

		code = one ? one : code;
	}
	if (opened && code != EXIT_WRITE && store_derive(&store, &settings, &e))
		code = message_error(EXIT_WRITE, "%s", e.text);
	store_close(&store);
	string_list_release(&paths);
	return code;
}

int history_rebuild(const struct history_args *own, char **args, int count)
{
	struct change_settings settings;
	struct store store = { 0 };
	struct err e;
	size_t logs = 0;
	int code = history_settings(own, &settings);

	(void)args;
	(void)count;
	if (!code && (store_rebuild(history_folder(own), &logs, &e) ||
			     store_open(&store, history_folder(own), DATABASE_WRITE, &e) ||
			     store_derive(&store, &settings, &e)))
		code = message_error(EXIT_WRITE, "%s", e.text);
	store_close(&store);
	if (!code && !own->shared.quiet)
		printf("%s: made again from %zu log%s\n", history_folder(own), logs,
			PLURAL(logs));
	return code;
}
