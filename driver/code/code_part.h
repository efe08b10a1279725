/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_CODE_PART_H
#define DRIVER_CODE_CODE_PART_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct code_map;

/*
 * A named function or object of an image. Two builds whose part of one name has one hash have
 * the same there; what it calls and refers to counts by its name, and by its bytes where it has
 * none.
 */
struct code_part {
	/* Without what compilers add to the name of a copy or a piece, ".constprop.0" and the
	 * like: see code_part_length(). */
	const char *name;
	const char *source; /* the file that alone knows the name; "" if all do */
	uint64_t hash;
	bool code; /* a function */
	bool file; /* all of a shared library, whose functions are not told apart */
};

typedef void code_part_visit(void *ctx, const struct code_part *part);

/* Calls `visit` unless the region has no name. */
void code_part_visit_region(
	struct code_map *map, uint32_t region, code_part_visit *visit, void *ctx);

/* The characters of the name before ".constprop", ".isra", ".part", ".cold", ".llvm." or
 * ".__uniq.", and before the hash that Rust puts at the end. */
size_t code_part_length(const char *name);

#endif
