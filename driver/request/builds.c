/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/request/builds.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "compare/base/table.h"
#include "driver/base/message.h"
#include "driver/cli/selection.h"
#include "driver/config/config.h"
#include "driver/suite/find.h"

#define NAME_MAX_SIZE 64

/* A name becomes the name of a file and a word in messages. */
static int check_name(const struct builds *builds, const char *name, struct err *e)
{
	if (!*name || strlen(name) > NAME_MAX_SIZE || *name == '.')
		return bd_err(e, "--build: invalid name '%s'", name);
	for (const char *p = name; *p; p++)
		if (!isalnum((unsigned char)*p) && !strchr("_-.+", *p))
			return bd_err(e,
				"--build: the name '%s' may have letters, digits and _ - . + "
				"only",
				name);
	for (size_t i = 0; i < builds->count; i++)
		if (!strcmp(builds->items[i].name, name))
			return bd_err(e, "--build: two builds are named '%s'", name);
	return 0;
}

/* Also through a link or a mount. */
static bool are_one(const char *a, const char *b)
{
	struct stat first, second;

	return !strcmp(a, b) ||
	       (!stat(a, &first) && !stat(b, &second) && first.st_dev == second.st_dev &&
		       first.st_ino == second.st_ino);
}

/* Two runs of one build are no slip where somebody asks what the machine can see. */
static void warn_if_same(const struct builds *builds, const struct build *build)
{
	for (const struct build *other = builds->items; other < build; other++)
		if (are_one(other->directory, build->directory))
			message_warning("%s and %s are the same, %s, so nothing can have "
					"changed; what the machine can see: bdriver calibrate",
				other->name, build->name, build->directory);
}

static int add_build(struct builds *builds, const char *name, const char *directory, bool words,
	struct err *e)
{
	struct build *build = &builds->items[builds->count];

	if (builds->count == MEASURE_BUILDS_MAX)
		return bd_err(
			e, "at most %d builds can be compared at once", MEASURE_BUILDS_MAX);
	if (check_name(builds, name, e))
		return -1;
	build->directory = realpath(directory, NULL);
	if (!build->directory && words)
		build->directory = memory_text(directory);
	if (!build->directory)
		return bd_err(e, "%s (build %s): %s", directory, name, strerror(errno));
	build->name = memory_text(name);
	warn_if_same(builds, build);
	builds->count++;
	return 0;
}

static int add_named(struct builds *builds, const char *text, bool words, struct err *e)
{
	const char *equals = strchr(text, '=');
	AUTO_FREE char *name = NULL;

	if (!equals || !equals[1])
		return bd_err(e, "--build %s: give it as NAME=DIR, as in gcc=build-gcc", text);
	name = memory_format("%.*s", (int)(equals - text), text);
	return add_build(builds, name, equals + 1, words, e);
}

static int check_asked(const struct asked_builds *asked, struct err *e)
{
	bool beside = asked->before || asked->anchor;

	if (beside && (asked->old || asked->named.count))
		return bd_err(e, "--before and --anchor stand beside --new alone, not beside "
				 "--old or --build");
	if (beside && !asked->new)
		return bd_err(e,
			"--before and --anchor stand beside --new DIR, the build of tonight");
	if (asked->named.count && (asked->old || asked->new))
		return bd_err(e, "give --old and --new, or --build two times or more");
	if (!beside && !asked->old != !asked->new)
		return bd_err(
			e, "give --old DIR and --new DIR, or --new with --before or --anchor");
	return 0;
}

static void name_build(struct builds *builds, const char *name, const char *directory)
{
	struct build *build = &builds->items[builds->count++];

	build->name = memory_text(name);
	build->directory = directory ? realpath(directory, NULL) : memory_text("");
}

int builds_name(
	struct builds *builds, const struct asked_builds *asked, bool words, struct err *e)
{
	const struct {
		const char *name, *directory;
	} given[] = { { "old", asked->old }, { "before", asked->before },
		{ "anchor", asked->anchor }, { "new", asked->new } };

	if (check_asked(asked, e))
		return -1;
	for (size_t i = 0; i < asked->named.count; i++)
		if (add_named(builds, asked->named.items[i], words, e))
			return -1;
	for (size_t i = 0; i < ARRAY_SIZE(given); i++)
		if (given[i].directory &&
			add_build(builds, given[i].name, given[i].directory, words, e))
			return -1;
	if (builds->count == 1)
		return bd_err(e, "give --build at least twice");
	if (!builds->count)
		name_build(builds, asked->twice ? "old" : "", asked->only);
	if (asked->twice)
		name_build(builds, "new", NULL);
	return 0;
}

bool build_is_beside(const struct build *build)
{
	return !strcmp(build->name, "before") || !strcmp(build->name, "anchor");
}

/* The path within its build, and how many suites before it have the same file: sections may
 * share one, with other arguments. Free the key. */
static char *key_of(const struct build *build, const struct suite *suite, const char **path,
	struct table *files)
{
	*path = suite->adapter->program ? suite->name : suite->path + strlen(build->directory);
	return memory_format("%s\n%zu", *path, (*table_add(files, *path, 0, NULL))++);
}

/*
 * One name for each key, in all builds: that of the first build which has it, or the relative
 * path itself where that name is another's.
 */
static void align_names(struct builds *builds)
{
	AUTO_TABLE struct table *keys = table_new();
	AUTO_TABLE struct table *taken = table_new();
	AUTO(string_list_release) struct string_list names = { 0 };

	for (size_t b = 0; b < builds->count; b++) {
		struct build *build = &builds->items[b];
		AUTO_TABLE struct table *files = table_new();

		for (size_t i = 0; i < build->suites.count; i++) {
			struct suite *suite = &build->suites.items[i];
			const char *path;
			AUTO_FREE char *key = key_of(build, suite, &path, files);
			int is_new;
			size_t place = *table_add(keys, key, names.count, &is_new);

			if (is_new) {
				const char *name = suite->name;

				if (table_find(taken, name))
					name = path + strspn(path, "/");
				table_add(taken, name, 0, NULL);
				string_list_add(&names, name);
			}
			assert(place < names.count);
			free(suite->name);
			suite->name = memory_text(names.items[place]);
		}
	}
}

static long select_all(struct builds *builds, struct selection *selection, struct err *e)
{
	AUTO(string_list_release) struct string_list names = { 0 };
	long taken = 0;

	for (size_t b = 0; b < builds->count; b++) {
		struct suites *suites = &builds->items[b].suites;

		selection_again(selection);
		for (size_t i = 0; i < suites->count; i++) {
			struct suite *suite = &suites->items[i];

			for (size_t k = 0; k < suite->benchmark_count; k++) {
				struct suite_benchmark *one = &suite->benchmarks[k];

				one->selected = selection_takes(
					selection, suite->name, one->name, &one->tags);
				taken += one->selected;
				string_list_add(&names, one->name);
			}
		}
	}
	if (selection_check(selection, &names, e))
		taken = -1;
	return taken;
}

/* In both builds of a calibration the same suites do not answer. */
static void note_left_out(struct builds *builds, const struct build *build)
{
	for (size_t i = 0; i < build->suites.broken.count; i++) {
		const char *why = build->suites.broken_why.items[i];
		AUTO_FREE char *text = *build->directory && *build->name
					       ? memory_format("build %s: %s", build->name, why)
					       : memory_text(why);

		if (!string_list_has(&builds->left_out, text))
			string_list_add(&builds->left_out, text);
	}
}

/* What stands behind the folder in the path; NULL: the path is not below it. */
static const char *rest_below(const char *path, const char *folder)
{
	for (const char *p = strchr(path, '/'); p; p = strchr(p + 1, '/')) {
		AUTO_FREE char *prefix = memory_format("%.*s", (int)(p - path), path);
		AUTO_FREE char *real = realpath(*prefix ? prefix : "/", NULL);

		if (real && !strcmp(real, folder))
			return p + 1;
	}
	return NULL;
}

/* `bdriver init build` writes paths from here on, as build/suite. In each build, that is the
 * path behind the folder of the one that it begins in. */
static void relate_paths(const struct builds *builds, struct config *config)
{
	for (size_t i = 0; i < config->suite_count; i++) {
		struct config_suite *suite = config->suites[i];

		for (size_t b = 0; b < builds->count && suite->line && suite->path; b++) {
			const char *folder = builds->items[b].directory;
			AUTO_FREE char *inside =
				memory_format("%s/%s", folder, suite->written_path);
			const char *rest = *folder && access(inside, F_OK)
						   ? rest_below(suite->path, folder)
						   : NULL;

			if (!rest)
				continue;
			suite->written_path = config_text(config, rest);
			break;
		}
	}
}

long builds_find(struct builds *builds, struct config *config,
	const struct shared_options *options, char *const *words, int word_count, struct err *e)
{
	struct selection *selection;
	struct err why;
	long taken;

	relate_paths(builds, config);
	for (size_t b = 0; b < builds->count; b++) {
		struct build *build = &builds->items[b];
		const char *directory = *build->directory ? build->directory : NULL;

		if (suites_find(&build->suites, config, &options->suites, directory, &why))
			return directory && *build->name
				       ? bd_err(e, "build %s: %s", build->name, why.text)
				       : bd_err(e, "%s", why.text);
		note_left_out(builds, build);
	}
	suites_warn_skipped(&builds->items[0].suites.skipped);
	/* Sections of one build may share a file, with other arguments. */
	if (builds->count > 1)
		align_names(builds);
	selection = selection_new(options, words, word_count, e);
	if (!selection)
		return -1;
	taken = select_all(builds, selection, e);
	selection_free(selection);
	return taken;
}

static void add_subjects(
	const struct build *build, size_t b, struct table *index, struct subject *subjects)
{
	for (size_t i = 0; i < build->suites.count; i++) {
		const struct suite *suite = &build->suites.items[i];

		for (size_t k = 0; k < suite->benchmark_count; k++) {
			const char *name = suite->benchmarks[k].name;
			size_t next = table_count(index), at;

			if (suite->benchmarks[k].selected) {
				at = *table_add_benchmark(
					index, suite->name, name, NULL, next, NULL);
				if (at == next)
					subjects[at] = (struct subject){ .suite = suite->name,
						.name = name,
						.file = suite->benchmarks[k].file,
						.line = suite->benchmarks[k].line,
						.settings = suite->settings,
						.counts = COUNTS_ANY };
				subjects[at].builds[b] = (struct subject_build){ suite->path,
					suite->adapter, suite->build, suite->dialect,
					suite->benchmarks[k].code,
					suite->benchmarks[k].code_bytes, suite->start_ns,
					suite->turns, suite->returns_count };
				if (suite->counts < subjects[at].counts)
					subjects[at].counts = suite->counts;
				subjects[at].reads_files |= suite->benchmarks[k].reads_files;
				subjects[at].threads |=
					suite->threads || suite->benchmarks[k].threads;
			}
		}
	}
}

size_t builds_subjects(const struct builds *builds, struct subject *subjects)
{
	AUTO_TABLE struct table *index = table_new();

	for (size_t b = 0; b < builds->count; b++)
		add_subjects(&builds->items[b], b, index, subjects);
	return table_count(index);
}

void builds_release(struct builds *builds)
{
	for (size_t i = 0; i < builds->count; i++) {
		struct build *build = &builds->items[i];

		log_writer_release(&build->writer);
		suites_release(&build->suites);
		free(build->name);
		free(build->directory);
		free(build->log);
		free(build->part);
	}
	string_list_release(&builds->left_out);
	*builds = (struct builds){ 0 };
}
