/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/libraries.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "driver/base/child.h"
#include "driver/base/file_hash.h"
#include "driver/code/code_map.h"
#include "driver/code/elf_image.h"
#include "driver/code/fingerprint.h"

/* A build id may be one that somebody chose, so the content counts. */
static bool add_library(struct libraries *libraries, const char *path)
{
	char hash[FILE_HASH_SIZE];
	struct err e;

	if (file_hash(path, NULL, hash, &e))
		return false;
	*ARRAY_ADD(libraries->items, libraries->count, libraries->capacity) =
		(struct library){ .path = memory_text(path),
			.content = strtoull(hash, NULL, 16) };
	return true;
}

/* "NAME => PATH (ADDRESS)" or "PATH (ADDRESS)". False: the library cannot be read. */
static bool add_line(struct libraries *libraries, char *line)
{
	char *path = strchr(line, '/'), *end = strstr(line, " (0x");

	if (strstr(line, "=> not found"))
		return false;
	if (!path || !end || path > end)
		return true; /* the kernel's */
	*end = '\0';
	if (strstr(line, " => "))
		path = strstr(line, " => ") + 4;
	return add_library(libraries, path);
}

/* Auditors choose libraries and bind symbols, and are no libraries of the program. */
static bool is_audited(const struct image *image, char *const *env)
{
	for (; env && *env; env++)
		if (!strncmp(*env, "LD_AUDIT=", strlen("LD_AUDIT=")))
			return true;
	return image->loading.redirects || getenv("LD_AUDIT");
}

/* Asks `LOADER --list PATH`. */
static bool ask_loader(
	struct libraries *libraries, const char *loader, const char *path, char *const *env)
{
	const char *const words[] = { loader, "--list", path, NULL };
	const struct child child = { .program = loader,
		.words = words,
		.env = (const char *const *)env,
		.err = "/dev/null" };
	AUTO_FREE char *text = *loader == '/' ? child_output(&child) : NULL;
	char *rest = text, *line;
	bool complete = text != NULL;

	while ((line = strsep(&rest, "\n")))
		complete = add_line(libraries, line) && complete;
	return complete && libraries->count;
}

void libraries_find(struct libraries *libraries, const struct image *image, const char *path,
	char *const *env)
{
	/* $ORIGIN is the folder of the file itself; and the loader would look for a name
	 * without a slash among the libraries. */
	AUTO_FREE char *file = realpath(path, NULL);

	*libraries = (struct libraries){ 0 };
	if (image->loading.interpreter)
		libraries->unknown =
			!file || is_audited(image, env) ||
			!ask_loader(libraries, image->loading.interpreter, file, env);
}

uint64_t libraries_hash(const struct libraries *libraries)
{
	uint64_t hash = 0;

	for (size_t i = 0; i < libraries->count; i++)
		hash = code_mix(hash, libraries->items[i].content);
	if (libraries->unknown && getrandom(&hash, sizeof(hash), 0) != sizeof(hash))
		hash ^= (uintptr_t)libraries ^ (uint64_t)getpid();
	return hash;
}

void libraries_release(struct libraries *libraries)
{
	for (size_t i = 0; i < libraries->count; i++) {
		struct library *library = &libraries->items[i];

		fingerprints_free(library->prints);
		free(library->symbols.items);
		image_release(&library->image);
		free(library->path);
	}
	free(libraries->items);
	free(libraries->asked);
	*libraries = (struct libraries){ 0 };
}
