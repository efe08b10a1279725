/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_PARTS_MERGE_H
#define DRIVER_PARTS_MERGE_H

#include <stdbool.h>
#include <stddef.h>

#include "compare/base/string_list.h"
#include "driver/base/scratch.h"
#include "harness/base/err.h"

/*
 * Are the machines of a run alike? Each part times a fixed piece of work at its beginning and
 * at its end (driver/machine/reference_work.h). The level of a machine is the median of these
 * times. It is off if its level is further from the median of all machines than
 * NODE_HEALTH_MADS times their MAD (scaled to an SD) and than NODE_HEALTH_LEAST. With fewer
 * than NODE_HEALTH_NODES machines none is.
 */
#define NODE_HEALTH_MADS  3
#define NODE_HEALTH_LEAST 0.05
#define NODE_HEALTH_NODES 3

struct node_health {
	struct string_list off; /* names, sorted */
	/* Of each that is off: "its reference work takes 12 % longer than on the median node"
	 */
	struct string_list what;
};

/* times[i] of node nodes[i], ns. */
void node_health_of(struct node_health *health, const char *const *nodes, const double *times,
	size_t count);
void node_health_release(struct node_health *health);

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
	struct string_list nodes;
	struct node_health health;
	size_t parts, benchmarks /* of all parts */, rows;
};

/* Metadata of a merged log that lacks parts: which. */
#define MERGE_MISSING "missing"

/* Returns 0 or an exit code with *e set: EXIT_USAGE: a part that does not fit; EXIT_WRITE. */
int merge_parts(struct merge *merge, char *const *paths, size_t count, struct err *e);
void merge_release(struct merge *merge);

/* Parts that a command reads as the run that they are of. Zeroed it can be released. */
struct merged {
	struct scratch scratch;
	char *folder; /* of the merged logs, in the scratch folder; owned */
	struct merge merge;
};

/* Names what is missing and which machines are off. EXIT_FINE, or EXIT_UNMEASURED: something is
 * missing. */
int merged_warn(const struct merge *merge);
/* EXIT_FINE or EXIT_UNMEASURED with merged->folder; or another exit code after printing why. */
int merged_make(struct merged *merged, char *const *parts, int count);
void merged_release(struct merged *merged);

#endif
