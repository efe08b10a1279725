/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/run/part.h"

#include <math.h>
#include <stdlib.h>

#include "compare/base/memory.h"
#include "driver/machine/reference_work.h"
#include "driver/parts/part.h"
#include "driver/run/run.h"

/* A quarter of a millisecond each. */
#define REFERENCE_RUNS 200

void run_part_prepare(struct run *run)
{
	const char *slurm = getenv("SLURMD_NODENAME");

	if (!run->shard.count)
		return;
	run->node = slurm && *slurm ? slurm : run->machine.host;
	for (size_t b = 0; b < run->builds.count; b++)
		run->builds.items[b].writer.extra = LOG_NODE;
}

/* The best of some: what the machine can do at this time. */
static void put_reference(struct log_writer *writer, const char *key)
{
	double least = INFINITY;

	for (int i = 0; i < REFERENCE_RUNS; i++)
		least = fmin(least, reference_work_run());
	log_writer_put(writer, key, "%.0f", least);
}

void run_part_head(const struct shard *shard, const char *node, struct log_writer *writer)
{
	AUTO_FREE char *text = NULL;

	if (!shard->count)
		return;
	text = shard_text(shard);
	log_writer_put(writer, SHARD_META, "%s", text);
	log_writer_put(writer, PART_NODE, "%s", node);
	put_reference(writer, PART_REFERENCE);
}

void run_part_end(const struct shard *shard, struct log_writer *writer)
{
	if (shard->count)
		put_reference(writer, PART_AFTER);
}
