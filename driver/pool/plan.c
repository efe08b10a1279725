/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/pool/plan.h"

#include <math.h>
#include <stdlib.h>

#include "compare/base/memory.h"

void pool_plan_add_suite(struct pool_plan *plan, const struct pool_suite *suite)
{
	*ARRAY_ADD(plan->suites, plan->suite_count, plan->suite_capacity) =
		(struct pool_suite){ .build = suite->build,
			.name = memory_text(suite->name),
			.section = memory_text(suite->section),
			.adapter = memory_text(suite->adapter),
			.path = memory_text(suite->path),
			.hash = memory_text(suite->hash) };
}

void pool_plan_add_block(struct pool_plan *plan, const struct pool_block *block)
{
	*ARRAY_ADD(plan->blocks, plan->block_count, plan->block_capacity) =
		(struct pool_block){ memory_text(block->suite), memory_text(block->name),
			block->rounds, block->builds, block->ns };
	if (block->rounds > plan->rounds)
		plan->rounds = block->rounds;
}

static size_t shards_wanted(
	const struct pool_plan *plan, double total, double shard_ns, size_t nodes, size_t most)
{
	double wanted = ceil(total / shard_ns);
	size_t count = wanted < 1 ? 1 : wanted < (double)most ? (size_t)wanted : most;

	if (count < nodes)
		count = nodes;
	if (count * plan->replicas > most)
		count = most / plan->replicas;
	if (count > plan->block_count)
		count = plan->block_count;
	return count ? count : 1;
}

/* Consecutive blocks: a shard then needs few suites, and the log keeps the order of the plan.
 * Each shard ends where its share of the time is nearest. */
static void divide_once(struct pool_plan *plan, size_t count, double total)
{
	double before = 0;
	size_t block = 0;

	for (size_t i = 0; i < count; i++) {
		struct pool_shard *shard = &plan->shards[i];
		double end = total * (double)(i + 1) / (double)count;
		size_t others = count - i - 1;

		shard->first = block;
		while (block < plan->block_count - others &&
			(block == shard->first || i + 1 == count ||
				before + plan->blocks[block].ns / 2 <= end)) {
			before += plan->blocks[block].ns;
			shard->ns += plan->blocks[block].ns;
			block++;
		}
		shard->count = block - shard->first;
	}
}

void pool_plan_divide(struct pool_plan *plan, double shard_ns, size_t nodes, size_t most)
{
	double total = 0;
	size_t count;

	for (size_t i = 0; i < plan->block_count; i++)
		total += plan->blocks[i].ns;
	count = shards_wanted(plan, total, shard_ns, nodes, most);
	free(plan->shards);
	plan->shard_count = count * plan->replicas;
	plan->shards = memory_zeroed(plan->shard_count, sizeof(*plan->shards));
	divide_once(plan, count, total);
	for (size_t i = count; i < plan->shard_count; i++) {
		plan->shards[i] = plan->shards[i % count];
		plan->shards[i].replica = (unsigned)(i / count);
	}
}

void pool_plan_release(struct pool_plan *plan)
{
	for (size_t i = 0; i < plan->build_count; i++) {
		free(plan->builds[i].name);
		free(plan->builds[i].directory);
	}
	for (size_t i = 0; i < plan->suite_count; i++) {
		free(plan->suites[i].name);
		free(plan->suites[i].section);
		free(plan->suites[i].adapter);
		free(plan->suites[i].path);
		free(plan->suites[i].hash);
	}
	for (size_t i = 0; i < plan->block_count; i++) {
		free(plan->blocks[i].suite);
		free(plan->blocks[i].name);
	}
	free(plan->builds);
	free(plan->suites);
	free(plan->blocks);
	free(plan->shards);
	string_list_release(&plan->arguments);
	free(plan->id);
	free(plan->version);
	free(plan->directory);
	free(plan->config);
	free(plan->config_hash);
	free(plan->tuned);
	free(plan->hash);
	*plan = (struct pool_plan){ 0 };
}
