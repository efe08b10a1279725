/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_POOL_PLAN_H
#define DRIVER_POOL_PLAN_H

#include <stddef.h>
#include <stdint.h>

#include "compare/base/string_list.h"
#include "harness/base/err.h"

/*
 * The plan of a run on a pool of machines: what is measured, by which binaries, and how it is
 * divided into shards. Written once, into the run's folder, before the first shard begins. A
 * shard measures whole benchmarks: all builds and all rounds of a benchmark on one node. All
 * text is owned. Zeroed it is empty.
 */

struct pool_build {
	char *name, *directory;
};

/* An executable of a build. */
struct pool_suite {
	unsigned build;
	char *name;
	char *section; /* of the configuration; "": it has none */
	char *adapter;
	char *path;
	char *hash; /* of the file; "": a command, which is executed in its place */
};

/* A benchmark in a shard. */
struct pool_block {
	char *suite, *name;
	uint32_t rounds;
	unsigned builds; /* bits: those that have it */
	double ns;       /* expected, of all its launches */
};

/* Blocks first .. first + count - 1, once. */
struct pool_shard {
	size_t first, count;
	unsigned replica; /* from 0; the other replicas run on other nodes */
	double ns;
};

struct pool_plan {
	char *id;                     /* of the run: letters, digits and - */
	char *version;                /* of the program */
	struct string_list arguments; /* that the run was started with */
	char *directory;              /* where */
	char *config, *config_hash;   /* "": none */
	char *tuned; /* bdriver.tuned (driver/pool_run/pool_tuned.h); "": none */
	int64_t seed;
	unsigned replicas;
	uint32_t rounds; /* the most of a block, in one replica */
	struct pool_build *builds;
	size_t build_count;
	struct pool_suite *suites;
	size_t suite_count, suite_capacity;
	struct pool_block *blocks;
	size_t block_count, block_capacity;
	struct pool_shard *shards; /* by number; those of a replica stand together */
	size_t shard_count;
	char *hash; /* of the file, once it is written or read */
};

void pool_plan_add_suite(struct pool_plan *plan, const struct pool_suite *suite);
void pool_plan_add_block(struct pool_plan *plan, const struct pool_block *block);
/*
 * Divides the blocks, in their order, into at most `most` shards of about `shard_ns` each, but
 * into one for each of `nodes` where there are blocks enough; each of them `replicas` times.
 */
void pool_plan_divide(struct pool_plan *plan, double shard_ns, size_t nodes, size_t most);
void pool_plan_release(struct pool_plan *plan);

#endif
