/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_LIBRARIES_H
#define DRIVER_CODE_LIBRARIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "driver/code/fingerprint.h"
#include "driver/code/image.h"

struct library {
	char *path;
	uint64_t content; /* hash of the file */
	bool followed;    /* only what is reached counts */
	bool whole;       /* not in the last walk: all of it counts */
	struct image image;
	struct fingerprints *prints;
};

/* The shared libraries that the loader takes for a program, in its order, and the loader. */
struct libraries {
	struct library *items;
	size_t count, capacity;
	bool unknown;       /* the loader did not answer, or may answer otherwise later */
	const char **asked; /* names of followed ones that others look for */
	size_t asked_count;
};

/*
 * Asks the loader, which starts nothing but auditors. env: "NAME=VALUE" besides our own, NULL
 * at the end; NULL: none.
 */
void libraries_find(struct libraries *libraries, const struct image *image, const char *path,
	char *const *env);
void libraries_release(struct libraries *libraries);

/* Opens the libraries of which only what is reached needs to count: those with symbols, which
 * are not of the system. Of all others, or where one of these looks for names when it runs, all
 * counts. */
void library_walk_open(struct libraries *libraries, const struct image *program);

bool libraries_are_followed(const struct libraries *libraries); /* some of them */

/* Stands for what counts in each case: the contents of the others, and the order of all. */
uint64_t library_walk_seed(const struct libraries *libraries);

/*
 * Of what the last fingerprint of the program reaches in the libraries that are followed.
 * threads: the program starts some.
 */
struct fingerprint library_walk(
	struct libraries *libraries, const struct fingerprints *program, bool threads);

/* Calls `visit` for what the last walk covers: functions and objects, or the whole file. */
void library_walk_visit(struct libraries *libraries, code_part_visit *visit, void *ctx);

#endif
