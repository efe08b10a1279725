/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_LIBRARY_WALK_H
#define DRIVER_CODE_LIBRARY_WALK_H

#include <stdint.h>

#include "driver/code/fingerprint.h"
#include "driver/code/libraries.h"

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
