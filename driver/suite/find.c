/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/suite/find.h"

#include <errno.h>
#include <fts.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "compare/base/string_list.h"
#include "driver/base/message.h"
#include "driver/base/path.h"
#include "driver/code/elf_image.h"
#include "driver/config/config.h"
#include "driver/suite/adapter.h"
#include "driver/suite/ask.h"
#include "driver/suite/command.h"
#include "driver/suite/suite.h"

/* Some suites prepare all their data before they look at their arguments. */
#define LIST_TIMEOUT_NS 60000000000

static int64_t list_timeout_ns(const struct config *config)
{
	int64_t given = config->settings.shared.list_timeout_ns;

	return given >= 0 ? given : LIST_TIMEOUT_NS;
}

static bool has_glob(const char *path)
{
	return strpbrk(path, "*?[") != NULL;
}

static int check_executable(const char *name, const char *path, struct err *e)
{
	struct stat st;

	if (stat(path, &st))
		return bd_err(e, "suite %s: %s: %s; build it, or correct its path", name, path,
			strerror(errno));
	if (S_ISDIR(st.st_mode))
		return bd_err(e,
			"suite %s: %s is a folder; name a suite in it, or let `bdriver init "
			"%s` find them",
			name, path, path);
	if (!S_ISREG(st.st_mode))
		return bd_err(e, "suite %s: %s is not a regular file, so it cannot be a suite",
			name, path);
	if (access(path, X_OK))
		return bd_err(e,
			"suite %s: %s is not executable (chmod +x?); a log is for bdriver show "
			"or doctor --from",
			name, path);
	return 0;
}

static const struct suite *find_suite(const struct suites *suites, const char *name)
{
	for (size_t i = 0; i < suites->count; i++)
		if (strcmp(suites->items[i].name, name) == 0)
			return &suites->items[i];
	return NULL;
}

/* The last one, which did not answer. */
static void leave_out(struct suites *suites, const struct err *why)
{
	struct suite *suite = &suites->items[--suites->count];

	string_list_add(&suites->broken, suite->name);
	string_list_add(&suites->broken_why, why->text);
	suite_release(suite);
}

/* The one that is named, or that recognises the file. */
static const struct adapter *adapter_of(
	const struct config_suite *settings, const char *path, struct err *e)
{
	const struct adapter *known;
	struct err why;

	if (!settings->adapter) {
		known = adapter_recognise(path);
		return known ? known : &adapter_bdriver;
	}
	known = adapter_find(settings->adapter, &why);
	if (!known)
		bd_err(e, "suite %s: %s", settings->name, why.text);
	return known;
}

static struct suite *new_suite(struct suites *suites, const struct config_suite *settings,
	const struct adapter *adapter, const char *name, const char *path)
{
	char build_id[IMAGE_BUILD_ID_TEXT];
	struct suite *suite;

	image_read_build_id(path, build_id);
	suite = ARRAY_ADD(suites->items, suites->count, suites->capacity);
	*suite = (struct suite){ .name = memory_text(name),
		.path = memory_text(path),
		.settings = settings,
		.adapter = adapter,
		.optimized = -1,
		.assertions = -1,
		.sanitized = -1,
		.build_id = memory_text(build_id),
		.compiler = memory_text(""),
		.flags = memory_text("") };
	return suite;
}

/* build: of --old and --new, or NULL. */
static int add_command(struct suites *suites, const struct config_suite *settings,
	const char *build, struct err *e)
{
	AUTO_FREE char *path = command_program(settings, build, e);
	struct suite *suite;

	if (!path)
		return -1;
	if (find_suite(suites, settings->name))
		return bd_err(e, "two suites or commands are named %s", settings->name);
	suite = new_suite(suites, settings, &adapter_command, settings->name, path);
	suite->build = build ? memory_text(build) : NULL;
	return suite_ask(suite, suites->list_timeout_ns, e);
}

static int add_suite(struct suites *suites, const struct config_suite *settings,
	const char *name, const char *path, struct err *e)
{
	const struct suite *other = find_suite(suites, name);
	const struct adapter *adapter;
	int rc;

	if (other)
		return !strcmp(other->path, path)
			       ? 0
			       : bd_err(e,
					 "two suites are named %s: %s and %s; name one of them "
					 "in the configuration",
					 name, other->path, path);
	adapter = adapter_of(settings, path, e);
	if (!adapter || check_executable(name, path, e))
		return -1;
	rc = suite_ask(
		new_suite(suites, settings, adapter, name, path), suites->list_timeout_ns, e);
	suites->shortage |= rc == SUITE_SHORTAGE;
	if (!rc || suites->shortage)
		return rc;
	leave_out(suites, e);
	return 0;
}

/* A suite without configuration. */
static int add_bare(struct suites *suites, struct config *config, const char *name,
	const char *path, struct err *e)
{
	struct config_suite *settings = config_add_suite(config, name, path, 0);

	settings->adapter = config->adapter;
	return add_suite(suites, settings, name, path, e);
}

/* Each match is a suite named by its file; `wanted` NULL: all that are executable. Returns how
 * many, or -1. */
static int add_matches(struct suites *suites, const struct config_suite *settings,
	const char *path, const char *wanted, struct err *e)
{
	size_t plain = strlen(path) - strlen(settings->written_path);
	AUTO_FREE char *folder = memory_format("%.*s", (int)plain, path),
		       *pattern = path_pattern(folder, settings->written_path);
	glob_t found = { 0 };
	int code = glob(pattern, 0, NULL, &found), taken = 0;

	if (code == GLOB_NOSPACE)
		memory_fatal("glob");
	for (size_t i = 0; code == 0 && taken >= 0 && i < found.gl_pathc; i++) {
		const char *match = found.gl_pathv[i], *name = path_name(match);

		if (wanted ? strcmp(name, wanted) != 0
			   : check_executable(settings->name, match, NULL))
			continue;
		taken = add_suite(suites, settings, name, match, e) ? -1 : taken + 1;
	}
	globfree(&found);
	return taken;
}

/* The path of configured suites, which may be a glob. NULL with a sentence if it cannot be had.
 */
static char *path_of(const struct config_suite *settings, const char *directory, struct err *e)
{
	if (!directory)
		return memory_text(settings->path);
	if (*settings->written_path == '/') {
		bd_err(e,
			"suite %s: its path %s is absolute, so it cannot be taken relative to "
			"%s: correct bdriver.ini, or start bdriver in a folder without one",
			settings->name, settings->written_path, directory);
		return NULL;
	}
	return memory_format("%s/%s", directory, settings->written_path);
}

static int add_configured(struct suites *suites, const struct config *config,
	const struct config_suite *settings, const char *directory, struct err *e)
{
	struct err why;
	AUTO_FREE char *path = NULL;
	int result = -1;

	if (settings->command)
		result = add_command(suites, settings, directory, &why);
	else
		path = path_of(settings, directory, &why);
	if (path && directory && !has_glob(settings->written_path) && access(path, F_OK)) {
		string_list_add(&suites->missing, settings->name);
		result = 0;
	} else if (path && has_glob(settings->written_path)) {
		int taken = add_matches(suites, settings, path, NULL, &why);

		result = taken > 0 ? 0 : -1;
		if (!taken)
			bd_err(&why,
				"suite %s: no executable matches %s; build the suites, or "
				"correct the path",
				settings->name, path);
	} else if (path) {
		result = add_suite(suites, settings, settings->name, path, &why);
	}
	if (result)
		bd_err(e, "%s:%u: %s", config->path, settings->line, why.text);
	return result;
}

/* Looks for a suite that only a pattern of the configuration names. Returns how many, or -1. */
static int add_from_pattern(struct suites *suites, const struct config *config,
	const char *wanted, const char *directory, struct err *e)
{
	int taken = 0;

	for (size_t i = 0; i < config->suite_count && !taken; i++) {
		const struct config_suite *settings = config->suites[i];
		AUTO_FREE char *path = NULL;

		if (settings->command)
			continue;
		path = directory ? memory_format("%s/%s", directory, settings->written_path)
				 : memory_text(settings->path);

		if (has_glob(settings->written_path))
			taken = add_matches(suites, settings, path, wanted, e);
	}
	return taken;
}

/* Suites found in the folder alone; `wanted` NULL: all. */
static int add_from_tree(struct suites *suites, struct config *config, const char *wanted,
	const char *directory, struct err *e)
{
	AUTO(string_list_release) struct string_list paths = { 0 };
	int result = 0;

	suite_tree_find(directory, config->adapter, &paths, wanted ? NULL : &suites->skipped);
	for (size_t i = 0; i < paths.count && result == 0; i++) {
		const char *path = paths.items[i], *name = path_name(path);

		if (wanted && strcmp(wanted, name) != 0)
			continue;
		if (find_suite(suites, name))
			name = path + strlen(directory) + 1;
		result = add_bare(suites, config, name, path, e);
	}
	return result;
}

/* least_line: 1 where it has to stand in the file. */
static const struct config_suite *settings_of(
	const struct config *config, const char *name, unsigned least_line)
{
	for (size_t i = 0; i < config->suite_count; i++)
		if (config->suites[i]->line >= least_line &&
			strcmp(config->suites[i]->name, name) == 0)
			return config->suites[i];
	return NULL;
}

static int unknown_suite(const struct config *config, const char *wanted, struct err *e)
{
	AUTO(string_list_release) struct string_list names = { 0 };

	for (size_t i = 0; i < config->suite_count; i++)
		string_list_add(&names, config->suites[i]->name);
	bd_err(e, "no suite is named '%s'%s, and there is no such file; %s", wanted,
		suggestion(&names, wanted).text,
		config->path ? "see bdriver list"
			     : "there is no configuration, so name a path");
	return -1;
}

/* A path relative to the directory, or the file name of a suite somewhere below it. */
static int add_wanted_in(struct suites *suites, struct config *config, const char *wanted,
	const char *directory, struct err *e)
{
	AUTO_FREE char *path = memory_format("%s/%s", directory, wanted);
	size_t before = suites->count + suites->broken.count;
	int result;

	if (access(path, F_OK) == 0) {
		result = add_bare(suites, config, path_name(wanted), path, e);
	} else {
		result = add_from_tree(suites, config, wanted, directory, e);
		if (result == 0 && suites->count + suites->broken.count == before)
			string_list_add(&suites->missing, wanted);
	}
	return result;
}

static int add_wanted(struct suites *suites, struct config *config, const char *wanted,
	const char *directory, struct err *e)
{
	const struct config_suite *settings = settings_of(config, wanted, 1);
	int found;

	if (settings)
		return add_configured(suites, config, settings, directory, e);
	found = add_from_pattern(suites, config, wanted, directory, e);
	if (found)
		return found < 0 ? -1 : 0;
	if (directory)
		return add_wanted_in(suites, config, wanted, directory, e);
	if (access(wanted, F_OK) && !strchr(wanted, '/'))
		return unknown_suite(config, wanted, e);
	return add_bare(suites, config, path_name(wanted), wanted, e);
}

static int none_found(const struct suites *suites, const struct config *config,
	const char *directory, struct err *e)
{
	const char *first = suites->missing.count ? suites->missing.items[0] : NULL;
	const struct config_suite *settings = first ? settings_of(config, first, 1) : NULL;

	if (first)
		return bd_err(e,
			"%s holds none of the suites: there is no %s/%s. Paths of suites are "
			"relative to the folder of a build: name the folder that both begin in "
			"(--old . for path = bin/NAME), correct bdriver.ini, or start bdriver "
			"in a folder without one",
			directory, directory, settings ? settings->written_path : first);
	if (suites->skipped.count)
		return bd_err(e,
			"%s holds only suites whose list runs what is measured (%s); name them "
			"with --suite NAME, --adapter or in bdriver.ini",
			directory, suites->skipped.items[0]);
	if (directory)
		return bd_err(e,
			"%s holds no suite: no file below it was linked with the harness or "
			"with Google Benchmark; name others with --suite and --adapter, and "
			"command lines in [command NAME] of bdriver.ini",
			directory);
	if (config->path)
		return bd_err(e, "%s names no suite: add a section [suite NAME] with a path",
			config->path);
	return bd_err(e, "no suites: there is no bdriver.ini here; " SUITES_HOW);
}

/* By --command. */
static int add_given(
	struct suites *suites, const struct config *config, const char *build, struct err *e)
{
	for (size_t i = 0; i < config->suite_count; i++)
		if (config->suites[i]->given &&
			add_command(suites, config->suites[i], build, e))
			return -1;
	return 0;
}

/* A file has no "." in it, so errno says that. */
static bool can_enter(const char *directory)
{
	AUTO_FREE char *inside = memory_format("%s/.", directory);

	return !access(inside, R_OK | X_OK);
}

static int no_folder(const char *file, struct err *e)
{
	AUTO_FREE char *folder = path_folder(file);

	return bd_err(e, "%s is no folder of suites; name %s, and -s %s for this one alone",
		file, folder, path_name(file));
}

int suites_find(struct suites *suites, struct config *config, const struct string_list *wanted,
	const char *directory, struct err *e)
{
	/* Suites without configuration are added to the config while this goes on. */
	size_t configured = config->suite_count;
	bool only, any = false;

	*suites = (struct suites){ .list_timeout_ns = list_timeout_ns(config) };
	if (!suites->list_timeout_ns)
		return bd_err(e, "--list-timeout: must be longer than 0");
	if (directory && !config_has_commands(config) && !can_enter(directory))
		return errno == ENOTDIR ? no_folder(directory, e)
					: bd_err(e, "%s: %s", directory, strerror(errno));
	if (add_given(suites, config, directory, e))
		return -1;
	only = suites->count && !wanted->count;
	for (size_t i = 0; i < wanted->count; i++)
		if (add_wanted(suites, config, wanted->items[i], directory, e))
			return -1;
	for (size_t i = 0; !wanted->count && !only && i < configured; i++) {
		any |= config->suites[i]->line;
		if (config->suites[i]->line &&
			add_configured(suites, config, config->suites[i], directory, e))
			return -1;
	}
	if (directory && !wanted->count && !only && !any &&
		add_from_tree(suites, config, NULL, directory, e))
		return -1;
	if (!suites->count && suites->broken.count)
		return bd_err(e, "%s", suites->broken_why.items[0]);
	return suites->count ? 0 : none_found(suites, config, directory, e);
}

int suites_add_known(struct suites *suites, struct config *config,
	const struct suite_known *known, struct err *e)
{
	const struct adapter *adapter = adapter_find(known->adapter, e);
	const struct config_suite *settings;
	struct suite *suite;

	if (!adapter)
		return -1;
	suites->list_timeout_ns = list_timeout_ns(config);
	settings = *known->section ? settings_of(config, known->section, 0)
				   : config_add_suite(config, known->name, known->path, 0);
	if (!settings)
		return bd_err(
			e, "suite %s: the configuration has no such section", known->section);
	if (adapter->program)
		return add_command(suites, settings, known->build, e);
	if (check_executable(known->name, known->path, e))
		return -1;
	suite = new_suite(suites, settings, adapter, known->name, known->path);
	return suite_ask(suite, suites->list_timeout_ns, e) ? -1 : 0;
}

static int by_name(const FTSENT **a, const FTSENT **b)
{
	return strcmp((*a)->fts_name, (*b)->fts_name);
}

static void add_file(const char *path, const char *adapter, struct string_list *paths,
	struct string_list *skipped)
{
	const struct adapter *known = adapter_recognise(path);

	if (!known || (adapter && strcmp(adapter, known->name) != 0))
		return;
	if (known->listing_runs && !adapter && skipped)
		string_list_addf(skipped, "%s: %s", known->name, path);
	else
		string_list_add(paths, path);
}

void suite_tree_find(const char *directory, const char *adapter, struct string_list *paths,
	struct string_list *skipped)
{
	char *const roots[] = { (char *)directory, NULL };
	FTS *tree = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, by_name);
	FTSENT *entry;

	while (tree && (entry = fts_read(tree)) != NULL)
		if (entry->fts_info == FTS_F && (entry->fts_statp->st_mode & S_IXUSR))
			add_file(entry->fts_path, adapter, paths, skipped);
	if (tree)
		fts_close(tree);
}
