/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_POOL_RUN_SHARD_H
#define DRIVER_POOL_RUN_SHARD_H

#include <stdbool.h>
#include <stdint.h>

struct shard_options {
	const char *run;  /* the folder that has the plan */
	int64_t task;     /* number of the shard */
	const char *node; /* NULL: as Slurm or the machine names it */
	const char *scratch;
	bool verbose;
};

/* Measures one shard of a run on a pool, on this machine. Returns an exit code; what went wrong
 * is printed, and kept beside the parts. */
int run_shard(const struct shard_options *options);

#endif
