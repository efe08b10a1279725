/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/controls.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "compare/base/memory.h"
#include "compare/base/table.h"
#include "driver/code/elf_image.h"
#include "driver/code/same_code.h"

struct controls {
	struct table *names;  /* benchmarks, named as in the new log */
	struct table *suites; /* of the new log, that were compared */
};

static const char *old_suite_of(const struct join_options *join, const char *suite)
{
	for (size_t i = 0; i < join->pair_count; i++)
		if (strcmp(join->pairs[i].new_suite, suite) == 0)
			return join->pairs[i].old_suite;
	return suite;
}

/* The file that was measured; NULL if it is gone. */
static const char *measured_file(const struct log *log, const char *suite)
{
	const char *path = log_suite_meta(log, suite, "path");
	const char *id = log_suite_meta(log, suite, "build_id");
	struct image image = { 0 };
	struct stat stat_buffer;
	bool same = false;

	/* The path comes from a log: nothing but a file may be opened, a FIFO would hang. */
	if (!path || !id || !*id || stat(path, &stat_buffer) != 0 ||
		!S_ISREG(stat_buffer.st_mode))
		return NULL;
	if (image_open(&image, path, NULL) == 0)
		same = strcmp(image.build_id, id) == 0;
	image_release(&image);
	return same ? path : NULL;
}

static const char *same_code_of(const struct log *log, const char *suite)
{
	char *key = memory_format("same_code.%s", suite);
	const char *value = log_meta(log, key);

	free(key);
	return value;
}

static void add_name(struct controls *controls, const char *suite, const char *name)
{
	table_add_benchmark(controls->names, suite, name, NULL, 0, NULL);
}

/* Names separated by blanks, as the paired run has written them; NULL: none. */
static void add_recorded(struct controls *controls, const char *names, const char *suite)
{
	char *copy = memory_text(names ? names : ""), *rest = NULL;

	for (char *name = strtok_r(copy, " ", &rest); name; name = strtok_r(NULL, " ", &rest))
		add_name(controls, suite, name);
	free(copy);
}

static bool equal(const char *a, const char *b)
{
	return a && b && *a && strcmp(a, b) == 0;
}

/*
 * The logs of a paired run name the benchmarks with the same code as in the first build. True
 * if these two logs are such a pair; then the files are not needed.
 */
static bool is_recorded(struct controls *controls, const struct log *old, const struct log *new,
	const char *old_suite, const char *suite)
{
	if (!log_same_session(old, new))
		return false;
	if (equal(log_meta(new, "same_code_with"), log_meta(old, "build")))
		add_recorded(controls, same_code_of(new, suite), suite);
	else if (equal(log_meta(old, "same_code_with"), log_meta(new, "build")))
		add_recorded(controls, same_code_of(old, old_suite), suite);
	else
		return false;
	return true;
}

static void add_suite(struct controls *controls, const struct log *old, const struct log *new,
	const char *old_suite, const char *suite)
{
	const char *old_id = log_suite_meta(old, old_suite, "build_id");
	const char *new_id = log_suite_meta(new, suite, "build_id");
	const char *old_path, *new_path;
	struct same_code same = { 0 };

	/* Of one and the same build, comparison_make() knows without looking. */
	if (!old_id || !new_id || strcmp(old_id, new_id) == 0 ||
		is_recorded(controls, old, new, old_suite, suite))
		return;
	old_path = measured_file(old, old_suite);
	if (!old_path || !(new_path = measured_file(new, suite)))
		return;
	if (same_code_find(&same, old_path, new_path, NULL) == 0) {
		for (size_t i = 0; i < same.count; i++)
			add_name(controls, suite, same.names[i]);
	}
	same_code_release(&same);
}

struct controls *controls_find(
	const struct log *old, const struct log *new, const struct join_options *join)
{
	struct controls *controls = memory_zeroed(1, sizeof(*controls));
	const char *last = NULL;

	controls->names = table_new();
	controls->suites = table_new();
	for (size_t i = 0; i < new->benchmark_count; i++) {
		const char *suite = new->benchmarks[i].suite;
		int added;

		if (last && strcmp(last, suite) == 0)
			continue;
		last = suite;
		table_add(controls->suites, suite, 0, &added);
		if (added)
			add_suite(controls, old, new, old_suite_of(join, suite), suite);
	}
	return controls;
}

void controls_free(struct controls *controls)
{
	if (!controls)
		return;
	table_free(controls->names);
	table_free(controls->suites);
	free(controls);
}

bool controls_has(const char *suite, const char *name, void *ctx)
{
	const struct controls *controls = ctx;

	return table_count(controls->names) &&
	       table_find_benchmark(controls->names, suite, name, NULL);
}
