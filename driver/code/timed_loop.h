/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_TIMED_LOOP_H
#define DRIVER_CODE_TIMED_LOOP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct code_map;

/*
 * What the timed loop does, of the functions at `roots` and of what they call; of our harness,
 * or of Google Benchmark. NULL: it works, or nobody can tell. Else the caller frees a text:
 * "gone 0": there is none; "counts 2 sub rax, 0x01; jnz back": it does nothing else, in two
 * instructions; "stores 3 ...": it also stores what was computed before, into its own stack.
 */
char *timed_loop_read(struct code_map *map, const uint64_t *roots, size_t count, bool gbench);

#endif
