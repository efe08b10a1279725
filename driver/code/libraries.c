/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Method: the names that a fingerprint leaves to the loader are looked up in all libraries that
 * are followed. Which one the loader would take is not decided: every definition is a root, and
 * who has one is mixed in, with its version. So it does not matter who comes first, but for the
 * order of the libraries, which counts. A name that a library has itself is left to the loader
 * as well. What is reached leaves more names, until there are no more. Libraries that are not
 * followed may ask for any of their names. One that cannot be followed from these roots counts
 * as a whole.
 */
#include "driver/code/libraries.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "compare/base/table.h"
#include "driver/base/child.h"
#include "driver/base/file_hash.h"
#include "driver/base/path.h"
#include "driver/code/code_map.h"
#include "driver/code/elf_image.h"
#include "driver/code/elf_tables.h"
#include "driver/code/symbols.h"
#include "harness/base/hash.h"

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

void libraries_release(struct libraries *libraries)
{
	for (size_t i = 0; i < libraries->count; i++) {
		struct library *library = &libraries->items[i];

		fingerprints_free(library->prints);
		image_release(&library->image);
		free(library->path);
	}
	free(libraries->items);
	free(libraries->asked);
	*libraries = (struct libraries){ 0 };
}

struct names {
	const struct libraries *libraries;
	struct table *seen;
	const char **items; /* that a followed library defines */
	size_t count, capacity;
	size_t whole; /* libraries that were found to count as a whole */
};

/* They call each other in ways of their own, and nothing of a benchmark by its name but what
 * they ask for. */
static bool is_of_system(const char *path)
{
	static const char *const globs[] = { "ld-linux*", "ld-musl*", "ld-2.*", "ld.so*",
		"libc.so*", "libc-2.*", "libm.so*", "libm-2.*", "libmvec.so*", "libmvec-2.*",
		"libpthread.so*", "libpthread-2.*", "libdl.so*", "libdl-2.*", "librt.so*",
		"librt-2.*", "libresolv.so*", "libutil.so*", "libgcc_s.so*", "libstdc++.so*",
		"libc++.so*", "libc++abi.so*", "libunwind.so*", NULL };

	return symbol_is_one_of(path_name(path), globs);
}

/* Without symbols, or with constructors that nobody sees, it is not followed. */
static bool may_follow(const struct image *image)
{
	const struct image_section *init = image_section_at(image, image->starts.init_array);

	return fingerprints_understand(image) && image->moves && image->symbol_count &&
	       !image->loading.interpreter && !image->loading.redirects &&
	       (!image->starts.init_array ||
		       (init && init->bytes && init->address == image->starts.init_array &&
			       section_is_named(init, ".init_array")));
}

static bool loads_by_name(const struct library *library)
{
	static const char *const names[] = { "dlopen", "dlmopen", "dlsym", "dlvsym" };

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (image_dynamic_find(&library->image, names[i]) <
			library->image.dynamic_count)
			return true;
	return false;
}

static bool defines(const struct image *image, const char *name)
{
	DYNAMIC_SYMBOLS_NAMED(one, image, name)
	if (one->defined)
		return true;
	return false;
}

static void add_name(void *ctx, const char *name)
{
	struct names *names = ctx;
	AUTO_FREE char *key = memory_format("%.*s", (int)strcspn(name, "@"), name);
	int added;

	table_add(names->seen, key, 0, &added);
	for (size_t i = 0; added && i < names->libraries->count; i++) {
		const struct library *library = &names->libraries->items[i];

		if (!library->followed || !defines(&library->image, name))
			continue;
		*ARRAY_ADD(names->items, names->count, names->capacity) = name;
		return;
	}
}

static void add_names_of(struct names *names, const struct library *library)
{
	for (size_t i = 0; i < library->image.dynamic_count; i++)
		add_name(names, library->image.dynamic[i].name);
}

/* Is there one that may be followed? The loader is none. */
static bool find_candidates(struct libraries *libraries, const struct image *program)
{
	bool any = false;

	for (size_t i = 0; i < libraries->count && !libraries->unknown; i++) {
		struct library *library = &libraries->items[i];

		library->followed = !is_of_system(library->path) &&
				    strcmp(library->path, program->loading.interpreter) != 0 &&
				    image_has_symbols(library->path);
		any = any || library->followed;
	}
	return any;
}

static bool open_all(struct libraries *libraries)
{
	bool fine = true;

	for (size_t i = 0; i < libraries->count && fine; i++) {
		struct library *library = &libraries->items[i];

		fine = !image_open(&library->image, library->path, NULL);
		library->followed = library->followed && fine && may_follow(&library->image);
		fine = fine && (library->followed || is_of_system(library->path) ||
				       !loads_by_name(library));
	}
	return fine;
}

void library_walk_open(struct libraries *libraries, const struct image *program)
{
	struct names names = { .libraries = libraries };

	if (!find_candidates(libraries, program))
		return;
	if (!open_all(libraries)) {
		for (size_t i = 0; i < libraries->count; i++)
			libraries->items[i].followed = false;
		return;
	}
	names.seen = table_new();
	for (size_t i = 0; i < libraries->count; i++) {
		struct library *library = &libraries->items[i];

		library->image.library = library->followed;
		if (library->followed)
			library->prints = fingerprints_new(
				&library->image, library->image.loading.linked);
		else
			add_names_of(&names, library);
	}
	table_free(names.seen);
	libraries->asked = names.items;
	libraries->asked_count = names.count;
}

bool libraries_are_followed(const struct libraries *libraries)
{
	for (size_t i = 0; i < libraries->count; i++)
		if (libraries->items[i].followed)
			return true;
	return false;
}

uint64_t library_walk_seed(const struct libraries *libraries)
{
	uint64_t hash = 0;

	/* Another one each time. */
	if (libraries->unknown && getrandom(&hash, sizeof(hash), 0) != sizeof(hash))
		hash = (uintptr_t)libraries ^ (uint64_t)getpid();
	for (size_t i = 0; i < libraries->count; i++)
		hash = code_mix(
			hash, libraries->items[i].followed ? 1 : libraries->items[i].content);
	return hash;
}

static int by_text(const void *a, const void *b)
{
	const char *const *x = a, *const *y = b;

	return strcmp(*x, *y);
}

/* Where its thread-local data begins; 0: others find none, or nothing has initial values. */
static uint64_t thread_data(const struct image *image)
{
	bool found = false;

	for (size_t i = 0; i < image->dynamic_count; i++)
		found |= image->dynamic[i].thread;
	for (size_t i = 0; i < image->section_count && found; i++)
		if (image->sections[i].flags & SHF_TLS && image->sections[i].size)
			return image->sections[i].address;
	return 0;
}

/* The fingerprint from all definitions of the names. */
static struct fingerprint follow(
	struct library *library, const struct names *names, bool threads)
{
	const struct image *image = &library->image;
	AUTO_FREE uint64_t *roots = NULL;
	size_t count = 0, capacity = 0;

	for (size_t n = 0; n < names->count; n++)
		DYNAMIC_SYMBOLS_NAMED(one, image, names->items[n])
	if (one->defined && one->address)
		*ARRAY_ADD(roots, count, capacity) = one->address;
	if (thread_data(image))
		*ARRAY_ADD(roots, count, capacity) = thread_data(image);
	return fingerprints_of(library->prints, roots, count, threads);
}

/* Who defines the names, and how. */
static uint64_t definitions(const struct libraries *libraries, const struct names *names)
{
	uint64_t hash = 0;

	for (size_t n = 0; n < names->count; n++) {
		const char *name = names->items[n];

		hash = code_mix(hash, bd_fnv1a(name, strcspn(name, "@"), 0));
		for (size_t i = 0; i < libraries->count; i++) {
			const struct library *l = &libraries->items[i];

			if (!l->followed)
				continue;
			DYNAMIC_SYMBOLS_NAMED(one, &l->image, name)
			if (one->defined)
				hash = code_mix(code_mix(hash, i), one->mark);
		}
	}
	return hash;
}

static void take_whole(
	struct libraries *libraries, struct names *names, struct library *library)
{
	library->whole = true;
	names->whole++;
	add_names_of(names, library);
	for (size_t i = 0; i < libraries->count && loads_by_name(library); i++)
		libraries->items[i].whole = true;
}

/* From the names so far; adds those that are found. */
static struct fingerprint follow_all(
	struct libraries *libraries, struct names *names, bool threads)
{
	struct fingerprint all = { .known = true, .threads = threads };

	image_sort(names->items, names->count, sizeof(*names->items), by_text);
	all.hash = definitions(libraries, names);
	for (size_t i = 0; i < libraries->count; i++) {
		struct library *l = &libraries->items[i];
		struct fingerprint one = { .hash = l->content, .known = true };

		if (l->followed && !l->whole)
			one = follow(l, names, threads);
		if (!one.known && !one.loads)
			take_whole(libraries, names, l);
		all.hash = code_mix(all.hash, l->whole ? l->content : one.hash);
		all.known = all.known && !one.loads;
		all.opens_files = all.opens_files || one.opens_files;
		all.threads = all.threads || one.threads;
	}
	for (size_t i = 0; i < libraries->count; i++)
		if (libraries->items[i].followed && !libraries->items[i].whole)
			fingerprints_imports(libraries->items[i].prints, add_name, names);
	return all;
}

struct fingerprint library_walk(
	struct libraries *libraries, const struct fingerprints *program, bool threads)
{
	AUTO_TABLE struct table *seen = table_new();
	struct names names = { .libraries = libraries, .seen = seen };
	struct fingerprint all = { .known = true, .threads = threads };
	size_t count, whole;

	for (size_t i = 0; i < libraries->count; i++)
		libraries->items[i].whole = false;
	for (size_t i = 0; i < libraries->asked_count; i++)
		add_name(&names, libraries->asked[i]);
	fingerprints_imports(program, add_name, &names);
	do {
		threads = all.threads;
		count = names.count;
		whole = names.whole;
		all = follow_all(libraries, &names, threads);
	} while (names.count > count || names.whole > whole || all.threads != threads);
	free(names.items);
	return all;
}

void library_walk_visit(struct libraries *libraries, code_part_visit *visit, void *ctx)
{
	for (size_t i = 0; i < libraries->count; i++) {
		struct library *l = &libraries->items[i];

		if (l->followed && !l->whole)
			fingerprints_visit(l->prints, visit, ctx);
		else
			visit(ctx, &(struct code_part){ .name = path_name(l->path),
					   .source = "",
					   .hash = l->content,
					   .file = true });
	}
}
