/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_POOL_MERGE_H
#define DRIVER_POOL_MERGE_H

#include "compare/log/log.h"
#include "compare/log/write.h"
#include "driver/pool/plan.h"

/*
 * One log for each build of the parts in the run's folder: the rows of the shards one after the
 * other, so that the result does not depend on the order in which the parts came. A shard
 * without a part leaves one row for each of its benchmarks, which says that it is missing.
 */
struct pool_merge {
	const struct pool_plan *plan;
	const char *folder;
	/* Of each build, with their headers; LOG_NODE. NULL: nothing is written. */
	struct log_writer *const *writers;
	/* Why a shard is missing: a phrase; NULL: not known. May be NULL. */
	const char *(*why)(void *ctx, unsigned shard);
	/* A row: suite, benchmark and build, how it ended, and `detail`. May be NULL. */
	void (*row)(void *ctx, const char *suite, const char *name, size_t build,
		enum outcome outcome, const char *detail);
	void *ctx;
	/* Results: */
	struct string_list missing; /* benchmarks, "SUITE/NAME", each once */
	struct string_list nodes;   /* sorted */
	size_t rows;
};

/* 0 if FOLDER/done/SHARD.log can be merged: its hash, columns and rows are those of the plan;
 * -1 with *e set. */
int pool_merge_check(
	const struct pool_plan *plan, const char *folder, unsigned shard, struct err *e);
/* 0; -1 with *e set: a part that cannot be merged, or a log that cannot be written. */
int pool_merge_run(struct pool_merge *merge, struct err *e);
void pool_merge_release(struct pool_merge *merge);

#endif
