/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/suite/code.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "compare/base/memory.h"
#include "driver/base/path.h"
#include "driver/code/suite_code.h"
#include "driver/config/config.h"
#include "driver/suite/suite.h"

/* Appends "NAME HASH". */
static int add_input(
	struct string_list *lines, const char *path, const char *name, struct err *e)
{
	char hash[FILE_HASH_SIZE];
	struct stat status;

	if (!stat(path, &status) && !S_ISREG(status.st_mode))
		return bd_err(
			e, "%s is no file; write FOLDER/* for the files of a folder", path);
	if (file_hash(path, NULL, hash, e))
		return -1;
	string_list_addf(lines, "%s %s", name, hash);
	return 0;
}

static int add_matches(
	struct string_list *lines, const char *folder, const char *written, struct err *e)
{
	bool absolute = *written == '/';
	AUTO_FREE char *in = absolute ? memory_text("") : memory_format("%s/", folder);
	AUTO_FREE char *pattern = path_pattern(in, written);
	glob_t found = { 0 };
	int code = glob(pattern, 0, NULL, &found), result = 0;

	if (code == GLOB_NOSPACE)
		memory_fatal("glob");
	if (code)
		result = bd_err(e, "no file matches %s%s; correct inputs, or make the files",
			in, written);
	for (size_t i = 0; !result && i < found.gl_pathc; i++)
		result = add_input(lines, found.gl_pathv[i], found.gl_pathv[i] + strlen(in), e);
	globfree(&found);
	return result;
}

/* All inputs of the suite as lines; NULL with a sentence if they cannot be had. */
static char *read_inputs(const struct suite *suite, const struct config *config,
	const char *directory, struct err *e)
{
	const struct string_list *inputs = &suite->settings->inputs;
	struct string_list lines = { 0 };
	struct err why;
	int result = 0;
	AUTO_FREE char *folder = NULL;

	if (!inputs->count)
		return memory_text("");
	folder = directory && *directory ? memory_text(directory) : path_folder(config->path);
	for (size_t i = 0; !result && i < inputs->count; i++)
		result = add_matches(&lines, folder, inputs->items[i], &why);
	if (result)
		bd_err(e, "%s:%u: suite %s: %s", config->path, suite->settings->line,
			suite->name, why.text);
	if (!result)
		return string_list_finish(&lines, "\n");
	string_list_release(&lines);
	return NULL;
}

/* The fingerprint, if it is known, then stands for the text as well. */
static void cover(struct suite_benchmark *b, const char *text)
{
	AUTO_FREE char *all = memory_format("%s\n%s", b->code, text);
	char hash[FILE_HASH_SIZE];

	file_hash_text(all, strlen(all), hash);
	if (*b->code) {
		free(b->code);
		b->code = memory_text(hash);
	}
}

void suite_settings_hash(const struct suite *suite, char hash[FILE_HASH_SIZE])
{
	AUTO_FREE char *args = string_list_join(&suite->settings->args, "\n");
	AUTO_FREE char *env = string_list_join(&suite->settings->env, "\n");
	AUTO_FREE char *all =
		memory_format("%zu\n%s\n%s", suite->settings->args.count, args, env);

	file_hash_text(all, strlen(all), hash);
}

int suite_read_code(
	struct suite *suite, const struct config *config, const char *directory, struct err *e)
{
	const struct config_suite *settings = suite->settings;
	struct suite_code code = { 0 };
	AUTO_FREE char *inputs = read_inputs(suite, config, directory, e);
	char hash[FILE_HASH_SIZE];

	if (!inputs)
		return -1;
	suite_settings_hash(suite, hash);
	/* A suite that cannot be read has no fingerprints, nor has a command: it is more than
	 * its program. */
	if (!suite->adapter->program &&
		suite_code_read(&code, suite->path, settings->env.items, NULL) == 0)
		for (size_t i = 0; i < suite->benchmark_count; i++) {
			struct suite_benchmark *b = &suite->benchmarks[i];
			bool in_place = i < code.count && !strcmp(code.items[i].name, b->name);
			const struct suite_code_item *item =
				in_place ? &code.items[i] : suite_code_find(&code, b->name);

			free(b->code);
			b->code = memory_text(item->fingerprint);
			b->code_bytes = item->bytes;
			b->reads_files = item->opens_files;
			if (settings->args.count || settings->env.count)
				cover(b, hash);
			if (b->reads_files && *inputs) {
				cover(b, inputs);
				b->reads_files = false;
			}
		}
	suite->few_relocations = !suite->adapter->program && !code.relocations;
	suite_code_release(&code);
	return 0;
}
