/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/libraries.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "driver/base/child.h"
#include "driver/base/file_hash.h"
#include "driver/code/code_map.h"
#include "driver/code/elf_image.h"

/* A build id may be one that somebody chose, so the content counts. */
static uint64_t hash_content(const char *path)
{
	char hash[FILE_HASH_SIZE];
	struct err e;

	return file_hash(path, NULL, hash, &e) ? 0 : strtoull(hash, NULL, 16);
}

/* "NAME => PATH (ADDRESS)" or "PATH (ADDRESS)". False: the library is not found. */
static bool add_line(char *line, uint64_t *hash)
{
	char *path = strchr(line, '/'), *end = strstr(line, " (0x");

	if (strstr(line, "=> not found"))
		return false;
	if (!path || !end || path > end)
		return true; /* the kernel's */
	*end = '\0';
	if (strstr(line, " => "))
		path = strstr(line, " => ") + 4;
	*hash = code_mix(*hash, hash_content(path));
	return true;
}

/* Asks `LOADER --list PATH`. */
static bool ask_loader(const char *loader, const char *path, uint64_t *hash)
{
	const char *const words[] = { loader, "--list", path, NULL };
	const struct child child = { .program = loader, .words = words, .err = "/dev/null" };
	AUTO_FREE char *text = *loader == '/' ? child_output(&child) : NULL;
	char *rest = text, *line;
	bool complete = text != NULL;

	while ((line = strsep(&rest, "\n")))
		complete = add_line(line, hash) && complete;
	return complete && *hash;
}

uint64_t libraries_fingerprint(const struct image *image, const char *path)
{
	uint64_t hash = 0, unknown = 0;
	/* The loader would look for a name without a slash among the libraries. */
	AUTO_FREE char *file = memory_format("%s%s", strchr(path, '/') ? "" : "./", path);
	bool known = !image->interpreter || ask_loader(image->interpreter, file, &hash);

	if (known)
		return hash;
	if (getrandom(&unknown, sizeof(unknown), 0) != sizeof(unknown))
		unknown = (uintptr_t)image ^ (uint64_t)getpid();
	return unknown;
}
