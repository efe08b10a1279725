/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/bundle/bundle.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "compare/formats/read.h"
#include "compare/print/json.h"
#include "driver/base/file_hash.h"
#include "driver/base/message.h"
#include "driver/base/path.h"
#include "driver/base/temporary_file.h"
#include "driver/bundle/pack.h"
#include "driver/bundle/tables.h"
#include "driver/code/elf_image.h"
#include "driver/run/log.h"
#include "driver/suite/suite.h"

#define SCHEMA "bdriver-bundle-1"
#define ABOUT  "bundle.json"

static const char *const sides[2] = { "old", "new" };

static int make_folder(const char *path)
{
	return mkdir(path, 0755) ? message_error(EXIT_WRITE, "%s: %s", path, strerror(errno))
				 : EXIT_FINE;
}

static int begin(struct bundle *bundle)
{
	AUTO_FREE char *parent = realpath(temporary_folder(), NULL);
	struct err e;

	*bundle = (struct bundle){ .scratch.lock = -1 };
	if (scratch_make(&bundle->scratch, parent ? parent : "/tmp", "bundle", &e))
		return message_error(
			EXIT_WRITE, "%s; TMPDIR=FOLDER names another place", e.text);
	bundle->folder = memory_format("%s/bundle", bundle->scratch.folder);
	return make_folder(bundle->folder);
}

void bundle_close(struct bundle *bundle)
{
	scratch_release(&bundle->scratch);
	free(bundle->folder);
	bundle->folder = NULL;
}

static int copy(const char *from, const char *folder, const char *name)
{
	AUTO_FREE char *to = memory_format("%s/%s", folder, name);
	char hash[FILE_HASH_SIZE];
	struct err e;

	return file_hash(from, to, hash, &e) ? message_error(EXIT_USAGE, "%s", e.text)
					     : EXIT_FINE;
}

/* Keeps the ending by which a reader of the folder finds it. */
static int copy_log(const struct bundle *bundle, const char *path, const char *side)
{
	const char *ending = path_ends_with(path, ".gz")    ? ".gz"
			     : path_ends_with(path, ".zst") ? ".zst"
							    : "";
	AUTO_FREE char *name = memory_format("%s.log%s", side, ending);

	return copy(path, bundle->folder, name);
}

/* ---- executables --------------------------------------------------------------------------
 */

/* The suite that "suite.NAME.path" is of; NULL: it is another key. The caller frees it. */
static char *suite_of(const char *key)
{
	size_t head = strlen("suite.");

	if (strncmp(key, "suite.", head) != 0 || !path_ends_with(key, ".path"))
		return NULL;
	return memory_format("%.*s", (int)(strlen(key) - head - strlen(".path")), key + head);
}

static int copy_suite(const struct log *log, const char *name, const char *path, const char *to)
{
	char id[IMAGE_BUILD_ID_TEXT];
	struct suite suite = { .name = (char *)name, .path = (char *)path, .build_id = id };

	image_read_build_id(path, id);
	if (strchr(name, '/') || *name == '.')
		return message_error(
			EXIT_USAGE, "suite '%s' has no name that a file can have", name);
	if (run_log_was_rebuilt(log, &suite))
		return message_error(EXIT_USAGE,
			"%s was rebuilt after it was measured; leave --builds out, or measure "
			"again",
			path);
	return copy(path, to, name);
}

static int copy_builds(const struct bundle *bundle, const struct log *log, const char *side)
{
	AUTO_FREE char *to = memory_format("%s/builds/%s", bundle->folder, side);
	int code = make_folder(to);

	for (size_t i = 0; !code && i < log->meta_count; i++) {
		AUTO_FREE char *name = suite_of(log->meta[i].key);

		if (name)
			code = copy_suite(log, name, log->meta[i].value, to);
	}
	return code;
}

static int copy_both_builds(const struct bundle *bundle, const char *const *logs)
{
	AUTO_FREE char *folder = memory_format("%s/builds", bundle->folder);
	int code = make_folder(folder);

	for (int i = 0; !code && i < 2; i++) {
		AUTO(log_release) struct log log = { 0 };
		struct err e;

		if (run_log_check_owner(logs[i], "a copy of your own can be bundled", &e) ||
			log_read(&log, logs[i], LOG_KEEP_SUMMARIES, &e))
			code = message_error(EXIT_USAGE, "%s", e.text);
		else
			code = copy_builds(bundle, &log, sides[i]);
	}
	return code;
}

/* ---- the whole ----------------------------------------------------------------------------
 */

static int write_about(const struct bundle *bundle)
{
	AUTO_FREE char *path = memory_format("%s/" ABOUT, bundle->folder);
	json_t *about = json_object();
	FILE *out = fopen(path, "we");
	int code = EXIT_FINE;

	json_put(about, "schema", json_text(SCHEMA));
	json_put(about, "bdriver", json_text(BD_VERSION));
	if (out)
		json_write(out, about, 9);
	else
		json_decref(about);
	if (!out || fclose(out))
		code = message_error(EXIT_WRITE, "%s: %s", path, strerror(errno));
	return code;
}

int bundle_make(struct bundle *bundle, const struct bundle_job *job)
{
	int code = begin(bundle);

	for (int i = 0; !code && i < 2; i++)
		code = copy_log(bundle, job->logs[i], sides[i]);
	if (!code && job->config)
		code = copy(job->config, bundle->folder, "bdriver.ini");
	if (!code && job->builds)
		code = copy_both_builds(bundle, job->logs);
	code = code ? code : write_about(bundle);
	return code ? code : tables_write(bundle->folder, bundle->folder);
}

/* The member of bundle.json; NULL: there is none. The caller frees it. */
static char *about(const char *folder, const char *key)
{
	AUTO_FREE char *path = memory_format("%s/" ABOUT, folder);
	json_auto_t *json = json_load_file(path, 0, NULL);
	const char *text = json_string_value(json_object_get(json, key));

	return text ? memory_text(text) : NULL;
}

char *bundle_version(const char *folder)
{
	return about(folder, "bdriver");
}

static int check_schema(const char *path, const char *folder)
{
	AUTO_FREE char *schema = about(folder, "schema");
	AUTO_FREE char *version = bundle_version(folder);

	if (!schema || strncmp(schema, SCHEMA, strlen(SCHEMA) - 1) != 0)
		return message_error(EXIT_USAGE, "%s: is no bundle of bdriver", path);
	if (strcmp(schema, SCHEMA) != 0)
		return message_error(EXIT_USAGE,
			"%s: bdriver %s made it as a %s; this is %s, which reads " SCHEMA
			" only: use the later one",
			path, version ? version : "?", schema, BD_VERSION);
	return EXIT_FINE;
}

int bundle_unpack(const char *path, const char *folder)
{
	struct err e;

	if (pack_read(path, folder, &e))
		return message_error(EXIT_USAGE, "%s", e.text);
	return check_schema(path, folder);
}

int bundle_open(struct bundle *bundle, const char *path)
{
	int code = begin(bundle);

	return code ? code : bundle_unpack(path, bundle->folder);
}

char *bundle_builds(const char *folder)
{
	char *builds = memory_format("%s/builds", folder);

	if (access(builds, F_OK) == 0)
		return builds;
	free(builds);
	return NULL;
}
