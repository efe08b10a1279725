/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_POOL_DISPATCH_H
#define DRIVER_POOL_DISPATCH_H

#include "driver/engine/engine.h"
#include "driver/pool/attempts.h"
#include "driver/pool/plan.h"

/*
 * Has an engine measure the shards that have no part yet. A shard that was lost is tried again
 * on another node; one that was lost on two nodes, or three times, is given up.
 */
struct dispatch {
	const struct engine *engine;
	struct engine_options options; /* folder: of the run */
	const struct pool_plan *plan;
	void (*say)(void *ctx, const char *sentence);
	void (*tick)(void *ctx);
	void (*stopping)(void *ctx);
	void *ctx;
	/* The shards, by number. */
	struct dispatch_shard {
		enum engine_state state;
		char node[256];
		char reason[256]; /* why it waits, or was lost */
	} * shards;
	struct attempts_lost *lost;
	size_t done;
	/* Attempts as they were last read, and those that had failed before these tasks. */
	struct attempts_lost *now;
	uint64_t scanned_ns;
	size_t *failed_before;
};

/*
 * Finds the parts that there are; one that is damaged or of another run is put aside, with a
 * sentence. `anew`: attempts that were lost in an earlier call of the program do not count.
 */
void dispatch_init(struct dispatch *dispatch, bool anew);
/* 0: each shard is done or given up; a signal; -1 with *e set. */
int dispatch_run(struct dispatch *dispatch, struct err *e);
/* "was lost on n1 and n2 (exit code 4)"; the caller frees it. */
char *dispatch_why(const struct dispatch *dispatch, unsigned shard);
void dispatch_release(struct dispatch *dispatch);

#endif
