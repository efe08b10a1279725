/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_PLACEMENT_H
#define DRIVER_CODE_PLACEMENT_H

#include <stddef.h>

#include "compare/base/string_list.h"
#include "harness/base/err.h"

/* A cache line of the machines that bdriver runs on; what is aligned to it keeps its place in
 * it, whatever code is added elsewhere. */
enum { PLACEMENT_LINE = 64, PLACEMENT_NAMES = 3 };

/* The functions that the benchmarks of a suite execute: the timed ones, with all that they
 * refer to in the same file. Timed are those in the harness's section, or else all that take a
 * benchmark::State & (Google Benchmark) and nothing else. */
struct placement {
	size_t functions, inside; /* all; those that do not begin at a line */
	struct string_list names; /* of the first PLACEMENT_NAMES inside, by address */
};

/* Returns 0, or -1 with *e set if the file cannot be read as a suite. */
int placement_read(struct placement *placement, const char *path, struct err *e);
/* Adds a text for each shared library that has some inside, of those that the suite asks for:
 * "libmy.so: 2 of 5: first, second". Libraries without symbols are left out. env: as in
 * libraries_find(). */
void placement_read_libraries(struct string_list *texts, const char *path, char *const *env);
/* "2 of 5: first, second"; the caller frees it. */
char *placement_text(const struct placement *placement);
void placement_release(struct placement *placement);

#endif
