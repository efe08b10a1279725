/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <assert.h>
#include <dirent.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "compare/base/memory.h"
#include "driver/base/message.h"
#include "driver/base/path.h"
#include "driver/base/units.h"
#include "driver/cmd/history_decide.h"
#include "driver/logs/compare.h"
#include "driver/screens/words.h"
#include "driver/store/derived.h"

/* Of a history that begins with more of them. */
#define NEW_NIGHTS 14

static bool matches(const char *name, const char *ending)
{
	static const char *const packers[] = { "", ".gz", ".zst" };
	bool match = false;

	for (size_t i = 0; i < ARRAY_SIZE(packers) && !match; i++) {
		AUTO_FREE char *pattern = memory_format("*%s%s", ending, packers[i]);

		match = !fnmatch(pattern, name, FNM_PERIOD);
	}
	return match;
}

static int is_visible(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

/* What a folder holds is our logs, or else JSON files, at any depth, but those of asv that are
 * no results. */
static void list_folder(struct string_list *paths, const char *folder, bool json)
{
	struct dirent **entries;
	int n = scandir(folder, &entries, is_visible, alphasort);

	for (int i = 0; i < n; i++) {
		AUTO_FREE char *path = memory_format("%s/%s", folder, entries[i]->d_name);
		struct stat info;

		if (json && !lstat(path, &info) && S_ISDIR(info.st_mode))
			list_folder(paths, path, json);
		else if (matches(entries[i]->d_name, json ? ".json" : ".log") &&
			 strcmp(entries[i]->d_name, "machine.json") != 0 &&
			 strcmp(entries[i]->d_name, "benchmarks.json") != 0)
			string_list_add(paths, path);
		free(entries[i]);
	}
	if (n >= 0)
		free(entries);
}

/* The logs that a word stands for: a file, or all logs of a folder. */
static int list_logs(struct string_list *paths, const char *word)
{
	size_t before = paths->count;

	if (!path_is_folder(word)) {
		string_list_add(paths, word);
		return 0;
	}
	list_folder(paths, word, false);
	if (paths->count == before)
		list_folder(paths, word, true);
	if (paths->count > before)
		return 0;
	return compare_has_logs(word)
		       ? message_error(EXIT_USAGE,
				 "%s: its run was interrupted; go on with bdriver run --resume "
				 "%s",
				 word, word)
		       : message_error(EXIT_USAGE, "%s: there is no log in it", word);
}

/* A run's folder has a log of each build, new.log among them. */
static bool is_one_run(const struct string_list *paths)
{
	bool same = true, has_new = paths->count == 1;
	AUTO_FREE char *first = NULL;

	assert(paths->count);
	first = path_folder(paths->items[0]);

	for (size_t i = 0; i < paths->count; i++) {
		AUTO_FREE char *folder = path_folder(paths->items[i]);

		same &= !strcmp(folder, first);
		has_new |= !strncmp(path_name(paths->items[i]), "new.log", 7);
	}
	return same && has_new;
}

static int check_sources(const struct history_args *own, const struct string_list *paths)
{
	if (own->facts.revision && own->facts.revision_from)
		return message_error(
			EXIT_USAGE, "--revision and --revision-from exclude each other");
	if (own->facts.date && own->facts.date_from)
		return message_error(EXIT_USAGE, "--date and --date-from exclude each other");
	return !own->facts.revision || is_one_run(paths)
		       ? 0
		       : message_error(EXIT_USAGE,
				 "--revision %s: is the commit of one run, not of %zu logs; "
				 "add them one at a time, or give --revision-from context or "
				 "name",
				 own->facts.revision, paths->count);
}

static char *added_text(const char *path, const struct store_added *added)
{
	static const char *const kinds[] = {
		[INSERT_NEW] = "new",
		[INSERT_KNOWN] = "known already",
		[INSERT_REPLACED] = "replaces a log of the same run with less in it",
		[INSERT_OLDER] = "left out: a log of the same run with more in it is there",
	};
	struct string_list words = { 0 };
	AUTO_FREE char *text = NULL;

	for (size_t i = 0; i <= INSERT_OLDER; i++)
		if (added->of[i] && added->nights == 1)
			string_list_add(&words, kinds[i]);
		else if (added->of[i])
			string_list_addf(&words, "%zu %s", added->of[i], kinds[i]);
	text = string_list_finish(&words, ", ");
	return added->nights == 1
		       ? memory_format("%s: %s", path, text)
		       : memory_format("%s: %zu nights: %s", path, added->nights, text);
}

/* What was added is printed once it is stored. */
static int commit(struct store *store, struct string_list *printed, bool quiet)
{
	struct err e;

	if (store_commit(store, &e))
		return message_error(EXIT_WRITE, "%s", e.text);
	for (size_t i = 0; !quiet && i < printed->count; i++)
		message_line(stdout, "%s", printed->items[i]);
	string_list_release(printed);
	return EXIT_FINE;
}

static int add_one(struct store *store, const char *path, struct string_list *printed,
	const struct history_args *own)
{
	struct store_facts facts = own->facts;
	struct store_added added;
	struct err e;
	AUTO_FREE char *line = NULL;
	int result;

	facts.repository = facts.repository ?: ".";
	facts.quiet = own->shared.quiet;
	result = store_add(store, path, &facts, &added, &e);
	if (result < 0)
		return message_error(
			result == STORE_FAILED ? EXIT_WRITE : EXIT_USAGE, "%s", e.text);
	line = added_text(path, &added);
	string_list_add(printed, line);
	return store_due(store) ? commit(store, printed, own->shared.quiet) : EXIT_FINE;
}

static int add_all(
	struct store *store, const struct string_list *paths, const struct history_args *own)
{
	AUTO(string_list_release) struct string_list printed = { 0 };
	int code = EXIT_FINE;

	for (size_t i = 0; code != EXIT_WRITE && i < paths->count; i++) {
		int one = add_one(store, paths->items[i], &printed, own);

		code = one ? one : code;
	}
	if (commit(store, &printed, own->shared.quiet))
		code = EXIT_WRITE;
	return code;
}

/* A history that begins with many nights has events that everybody knows: those before the last
 * nights are accepted. */
static int know_old_nights(
	struct store *store, const struct string_list *before, const struct history_args *own)
{
	int64_t nights = own->new_nights < 0 ? NEW_NIGHTS : own->new_nights, from = 0;
	AUTO(string_list_release) struct string_list classes = { 0 };
	char when[NIGHT_SIZE];
	struct err e;
	int rc = store_classes(store, &classes, &e);

	for (size_t i = 0; !rc && i < classes.count; i++) {
		const char *class = classes.items[i];
		int more = string_list_has(before, class)
				   ? 0
				   : store_last_nights(store, class, nights, &from, &e);

		if (more > 0 && !(rc = history_known_before(own, class, from, &e)) &&
			!own->shared.quiet)
			message_line(stdout,
				"%s: events before %s count as known, as the history begins "
				"with them (--new-nights)",
				class, night_date(when, from));
		rc = more < 0 ? -1 : rc;
	}
	return rc ? message_error(EXIT_WRITE, "%s", e.text) : EXIT_FINE;
}

static int history_add(void *given, char **args, int count)
{
	const struct history_args *own = given;
	AUTO(string_list_release) struct string_list paths = { 0 };
	struct change_settings settings;
	AUTO(string_list_release) struct string_list before = { 0 };
	AUTO(store_close) struct store store = { 0 };
	struct err e;
	int code = history_settings(own, &settings);

	for (int i = 0; i < count && !code; i++)
		code = list_logs(&paths, args[i]);
	code = code ? code : check_sources(own, &paths);
	if (code)
		return code;
	if (store_open(&store, history_folder(own), DATABASE_WRITE, &e) ||
		store_classes(&store, &before, &e))
		return message_error(EXIT_WRITE, "%s", e.text);
	code = add_all(&store, &paths, own);
	if (store.untold)
		message_warning("%zu more warning%s of these kinds", store.untold,
			PLURAL(store.untold));
	if (code == EXIT_WRITE || know_old_nights(&store, &before, own))
		return EXIT_WRITE;
	if (store_derive(&store, &settings, &e))
		return message_error(EXIT_WRITE, "%s", e.text);
	history_warn_hosts(&store);
	return code;
}

static int history_rebuild(void *given, char **args, int count)
{
	const struct history_args *own = given;
	struct change_settings settings;
	AUTO(store_close) struct store store = { 0 };
	struct err e;
	size_t logs = 0;
	int code = history_settings(own, &settings);
	bool failed = !code;

	(void)args;
	(void)count;
	/* A damaged database is made anew. */
	for (int anew = 0; failed && anew <= (int)store.database.damaged; anew++) {
		store_close(&store);
		failed = store_rebuild(&store, history_folder(own), anew, &logs, &e) ||
			 store_derive(&store, &settings, &e);
	}
	if (failed)
		code = message_error(EXIT_WRITE, "%s", e.text);
	if (!code && !own->shared.quiet)
		message_line(stdout, "%s: made again from %zu log%s", history_folder(own), logs,
			PLURAL(logs));
	return code;
}

const struct command verb_add = {
	.summary = "store logs",
	.arguments = "LOG|DIR...",
	.details = "Also logs of other tools that `bdriver convert` reads, or all of a folder.",
	.min_arguments = 1,
	.max_arguments = -1,
	.options = HISTORY_SET("history add", NULL,
		"history revision revision-from date date-from unit repository machine "
		"new-nights partial alarms"),
	.run = history_add,
};

const struct command verb_rebuild = {
	.summary = "make the database again from the kept logs",
	.arguments = "",
	.options = HISTORY_SET("history rebuild", NULL, "history alarms"),
	.run = history_rebuild,
};
