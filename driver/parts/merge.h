/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_PARTS_MERGE_H
#define DRIVER_PARTS_MERGE_H

#include <stdbool.h>

#include "compare/base/string_list.h"
#include "harness/base/err.h"

/*
 * Joins the parts of one run into logs as of a run in one piece: the rows of the parts one
 * after the other, and one head. What the heads agree on stays; what is of a machine becomes
 * node.NODE.KEY. Parts of other builds, options or lists of benchmarks are refused.
 */
struct merge {
	const char *output; /* the log, or the folder of several */
	bool force;         /* replaces it */
	bool replicas;      /* a part may be there more than once: machines become blocks */
	/* Results: */
	struct string_list missing; /* "part 3 of 8 (49 benchmarks) is missing" */
	struct string_list off;     /* "node b: its reference work takes ..." */
	size_t parts, benchmarks /* of all parts */, rows, nodes;
};

/* Metadata of a merged log that lacks parts: which. */
#define MERGE_MISSING "missing"

/* Returns 0 or an exit code with *e set: EXIT_USAGE: a part that does not fit; EXIT_WRITE. */
int merge_parts(struct merge *merge, char *const *paths, size_t count, struct err *e);
void merge_release(struct merge *merge);

#endif
