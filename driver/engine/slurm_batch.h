/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_ENGINE_SLURM_BATCH_H
#define DRIVER_ENGINE_SLURM_BATCH_H

#include <stddef.h>

#include "driver/exec/argument_list.h"
#include "harness/base/err.h"

struct engine_options;

/* What sbatch is given: one array job of `bdriver shard`. */

/* Writes the script into the run's folder; its path, which the caller frees, or NULL with *e
 * set. */
char *slurm_batch_script(const struct engine_options *options, struct err *e);
/* The command. most_minutes: the limit of the partition, 0: none. */
void slurm_batch_args(struct argument_list *args, const struct engine_options *options,
	unsigned most_minutes, const unsigned *numbers, size_t count, const char *avoid,
	const char *script);

#endif
