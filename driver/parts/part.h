/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_PARTS_PART_H
#define DRIVER_PARTS_PART_H

#include <stdbool.h>
#include <stddef.h>

#include "compare/base/string_list.h"
#include "driver/measure/measure.h"
#include "driver/request/shard.h"
#include "harness/base/err.h"

struct log_writer;
struct table;

/* One log of a part: what its metadata say. The rows stay in the file. */
struct part_log {
	char *path, *build; /* owned; build "": the run has one without a name */
	struct string_list keys, values;
	struct table *places; /* of a key: its last place in both */
	char *header;         /* the line with the columns; owned */
	size_t rows;
};

/* What `bdriver run --shard K/N` measured: a log, or a folder with the log of each build. */
struct part {
	const char *name; /* as the user gave it; borrowed */
	struct shard shard;
	const char *node;       /* the machine; in the metadata */
	double reference_ns[2]; /* of reference work before and after; 0: not known */
	unsigned replica;       /* from 0: parts of the same number before this one */
	struct part_log logs[MEASURE_BUILDS_MAX];
	size_t log_count;
};

/* Metadata of a part besides SHARD_META. */
#define PART_NODE      "node"
#define PART_REFERENCE "reference_ns"
#define PART_AFTER     "reference_after_ns"

enum part_state {
	PART_COMPLETE,
	PART_INTERRUPTED, /* *e says how to go on with it */
	PART_BAD,         /* *e says why */
};

/* Zeroed before; release it in any case. */
enum part_state part_read(struct part *part, const char *path, struct err *e);
/* Is it that key, or does it end so: ".path"? */
bool part_key_is(const char *key, const char *wanted);
/* NULL where the log does not have it. */
const char *part_meta(const struct part_log *log, const char *key);
void part_release(struct part *part);
/* Is this the folder of a part? Only the head of a log is read. */
bool part_is_one(const char *folder);
/* Writes the metadata of one build's log: what those of the parts, in this order, say together.
 * 0, or -1 with *e set. */
int part_heads_write(const struct part *parts, size_t count, size_t build,
	struct log_writer *writer, struct err *e);

#endif
