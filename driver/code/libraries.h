/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_LIBRARIES_H
#define DRIVER_CODE_LIBRARIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "driver/code/dynamic_symbols.h"
#include "driver/code/image.h"

struct fingerprints;

struct library {
	char *path;
	uint64_t content; /* hash of the file */
	/* Of library_walk.h: */
	bool followed; /* only what is reached counts */
	bool whole;    /* not in the last walk: all of it counts */
	struct image image;
	struct dynamic_symbols symbols;
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
/* Stands for the contents of all; 0: there are none; another one each time if they are unknown.
 */
uint64_t libraries_hash(const struct libraries *libraries);
void libraries_release(struct libraries *libraries);

#endif
