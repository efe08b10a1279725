/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_SUITE_CODE_H
#define DRIVER_CODE_SUITE_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "driver/code/code_part.h"
#include "driver/exec/traps.h"
#include "harness/base/err.h"

/*
 * The fingerprints of a suite's benchmarks: of the timed function, set-up and the hook before a
 * sample, with all that they reach. Two builds of a benchmark with one fingerprint do the same
 * work; a difference measured between them is no matter of the code. Where things stand in
 * memory does not count.
 *
 * Of Google Benchmark, the name tells the function, where constructors register it by that
 * name. All other benchmarks, and those of Catch2, share one fingerprint: that of the program.
 */
enum { CODE_TEXT = 17 };

struct suite_code_item {
	uint64_t *roots; /* what decides the timed work: addresses of functions */
	size_t root_count;
	char *name;                  /* of a family's member NAME/ARG */
	bool family;                 /* it stands for all members, NAME/... */
	char fingerprint[CODE_TEXT]; /* hexadecimal; "": something cannot be followed */
	/* It imports open, fopen, an ifstream or the like: files are not compared. */
	bool opens_files;
	int64_t bytes; /* of code and constants that it can reach in the program; -1: not known
			*/
};

struct suite_code {
	struct suite_code_item *items; /* in the order of registration */
	size_t count, capacity;
	/* Of all other benchmarks: of all that main() reaches. */
	struct suite_code_item program;
	const char *reason; /* why nothing could be followed, or NULL */
	bool relocations;   /* the linker has kept all that it used */
};

/*
 * Returns 0, or -1 with *e set when the file cannot be read as a suite. Executes nothing of it.
 * env, here and below: what the suite gets besides our own environment, "NAME=VALUE", NULL at
 * the end; NULL: nothing. It says which libraries the loader takes.
 */
int suite_code_read(struct suite_code *code, const char *path, char *const *env, struct err *e);
void suite_code_release(struct suite_code *code);

struct string_list;
/* What the timed loop of each benchmark does, as timed_loop_read() says; a body of Google
 * Benchmark is found by the name of the benchmark. The caller frees each of `loops`, which has
 * room for one of each name. Returns 0, or -1 with *e set when the file cannot be read. */
int suite_code_read_loops(
	const char *path, const struct string_list *names, char **loops, struct err *e);

/*
 * Calls `visit` for each named function and object that the benchmark can reach, and for each
 * shared library. Returns -1
 * with *e set when the file cannot be read as a suite, or not all is known that it can reach;
 * some may have been visited then.
 */
int suite_code_visit(const char *path, char *const *env, const char *benchmark,
	code_part_visit *visit, void *ctx, struct err *e);

/* All functions that differ between two builds of a benchmark, [0] of the old one, or that need
 * not do the same in each launch. */
struct code_change {
	struct traps traps[2];
};

/* Two builds of a suite of our harness, kept open for all their benchmarks. */
struct suite_code_pair;

/* NULL with *e set where a file cannot be read as such a suite, or nothing can be followed. */
struct suite_code_pair *suite_code_pair_open(
	const char *const paths[2], char *const *env, struct err *e);
void suite_code_pair_close(struct suite_code_pair *pair); /* NULL is fine */
/*
 * Fills in the functions that must be executed before the benchmark does anything different in
 * the two builds. Returns -1 with *e set, and none, where something else differs that may
 * matter, or not all is known.
 */
int suite_code_pair_compare(struct suite_code_pair *pair, const char *benchmark,
	struct code_change *change, struct err *e);
void code_change_release(struct code_change *change);

/* Of a benchmark: its own, or that of the program. */
const struct suite_code_item *suite_code_find(const struct suite_code *code, const char *name);

#endif
