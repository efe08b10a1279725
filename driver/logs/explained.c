/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/logs/explained.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "compare/print/json.h"
#include "driver/base/atomic_file.h"
#include "driver/base/message.h"
#include "driver/base/path.h"

#define SCHEMA        "bdriver-explain-1"
#define SIZE_MAX_READ (64 << 20)
#define DIGITS        9

char *explained_path(const char *old, const char *new)
{
	AUTO_FREE char *folder = path_folder(old), *other = path_folder(new);

	return strcmp(folder, other) == 0 ? memory_format("%s/explain.json", folder) : NULL;
}

json_t *explained_read(const char *path)
{
	struct stat file;
	json_t *all, *list;

	if (stat(path, &file))
		return json_array();
	all = S_ISREG(file.st_mode) && file.st_size <= SIZE_MAX_READ
		      ? json_load_file(path, 0, NULL)
		      : NULL;
	list = json_incref(json_object_get(all, "benchmarks"));
	json_decref(all);
	if (json_is_array(list))
		return list;
	json_decref(list);
	message_warning("%s is not what bdriver explain writes; move it away", path);
	return NULL;
}

static const char *text_of(const json_t *explanation, const char *key)
{
	const char *text = json_string_value(json_object_get(explanation, key));

	return text ? text : "";
}

static bool has(const json_t *explanations, const json_t *wanted)
{
	const json_t *one;
	size_t i;

	json_array_foreach(explanations, i, one)
		if (strcmp(text_of(one, "suite"), text_of(wanted, "suite")) == 0 &&
			strcmp(text_of(one, "benchmark"), text_of(wanted, "benchmark")) == 0)
			return true;
	return false;
}

void explained_write(FILE *out, json_t *explanations)
{
	json_t *all = json_object();

	json_put(all, "schema", json_text(SCHEMA));
	json_put(all, "benchmarks", explanations);
	json_write(out, all, DIGITS);
}

static void add(json_t *all, json_t *explanations)
{
	json_t *one;
	size_t i;

	for (i = json_array_size(all); i-- > 0;)
		if (has(explanations, json_array_get(all, i)))
			json_array_remove(all, i);
	json_array_foreach(explanations, i, one)
		json_array_append(all, one);
}

int explained_keep(const char *path, json_t *explanations)
{
	const char *const none[] = { NULL };
	json_t *all = explained_read(path);
	struct output_file file;
	int code = all ? output_file_begin(&file, path, none, true) : EXIT_FINE;

	if (!all || code) {
		json_decref(all);
		return code;
	}
	add(all, explanations);
	explained_write(file.out, all);
	return output_file_end(&file);
}
