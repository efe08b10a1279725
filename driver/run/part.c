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
static int put_reference(struct log_writer *writer, const char *key, struct err *e)
{
	double least = INFINITY;
	AUTO_FREE char *text = NULL;

	for (int i = 0; i < REFERENCE_RUNS; i++)
		least = fmin(least, reference_work_run());
	text = memory_format("%.0f", least);
	return log_writer_meta(writer, key, text, e);
}

int run_part_head(
	const struct shard *shard, const char *node, struct log_writer *writer, struct err *e)
{
	AUTO_FREE char *text = NULL;

	if (!shard->count)
		return 0;
	text = shard_text(shard);
	return log_writer_meta(writer, SHARD_META, text, e) ||
			       log_writer_meta(writer, PART_NODE, node, e) ||
			       put_reference(writer, PART_REFERENCE, e)
		       ? -1
		       : 0;
}

int run_part_end(const struct shard *shard, struct log_writer *writer, struct err *e)
{
	return shard->count ? put_reference(writer, PART_AFTER, e) : 0;
}
