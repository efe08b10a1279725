/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * pool_parts parts FOLDER SAMPLES: writes the part of each shard of the plan in FOLDER, as if
 * nodes had measured it. pool_parts merge FOLDER OUT: merges them into OUT.old and OUT.new.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "compare/log/write.h"
#include "compare/stats/prng.h"
#include "driver/pool/merge.h"
#include "driver/pool/part.h"
#include "driver/pool/plan_file.h"

#define NODES       50
#define SAMPLES_MAX 1000
#define BUILDS_MAX  8

static void check(int rc, const struct err *e)
{
	if (!rc)
		return;
	fprintf(stderr, "pool_parts: %s\n", e->text);
	exit(2);
}

static void open_log(struct log_writer *writer, const char *path, const char *node)
{
	struct err e;

	unlink(path);
	writer->extra = LOG_NODE;
	check(log_writer_create(writer, path, &e), &e);
	if (node) {
		check(log_writer_meta(writer, "host", node, &e), &e);
		check(log_writer_meta(writer, "cpu_model", "Made", &e), &e);
	}
	check(log_writer_header(writer, &e), &e);
}

static void write_row(struct log_writer *writer, const struct pool_block *block,
	const char *build, uint32_t round, const char *node, size_t samples,
	struct prng *random)
{
	static double values[SAMPLES_MAX];
	struct log_row row;
	struct err e;

	log_row_init(&row);
	row.suite = block->suite;
	row.benchmark = block->name;
	row.build = (char *)build;
	row.launch.round = round;
	row.launch.position = 1;
	row.launch.node = node;
	row.launch.iterations = 1000;
	row.launch.sample_count = (uint32_t)samples;
	row.evidence.wall_ns = 5e7;
	for (size_t i = 0; i < samples; i++)
		values[i] = 1000 + (double)prng_below(random, 10000) / 100;
	row.evidence.samples = values;
	check(log_writer_row(writer, &row, &e), &e);
}

static void write_part(const struct pool_plan *plan, const char *folder, unsigned number,
	size_t samples, struct prng *random)
{
	const struct pool_shard *shard = &plan->shards[number];
	struct pool_head head = { .reference_ns = { 250000, 250000 } };
	char *logs[BUILDS_MAX];
	struct err e;
	bool late;

	snprintf(head.node, sizeof(head.node), "n%u", number % NODES);
	for (size_t b = 0; b < plan->build_count; b++) {
		struct log_writer writer = { 0 };

		logs[b] = memory_format("%s/made.%zu", folder, b);
		open_log(&writer, logs[b], head.node);
		for (size_t i = 0; i < shard->count; i++)
			for (uint32_t r = 1; r <= plan->blocks[shard->first + i].rounds; r++)
				write_row(&writer, &plan->blocks[shard->first + i],
					plan->builds[b].name, r, head.node, samples, random);
		check(log_writer_end(&writer, &e), &e);
		log_writer_release(&writer);
	}
	check(pool_part_write(plan, folder, number, &head, "1", logs, &late, &e), &e);
	for (size_t b = 0; b < plan->build_count; b++) {
		unlink(logs[b]);
		free(logs[b]);
	}
}

static void merge_all(const struct pool_plan *plan, const char *folder, const char *out)
{
	struct log_writer writers[BUILDS_MAX] = { 0 };
	struct log_writer *list[BUILDS_MAX];
	struct pool_merge merge = { .plan = plan, .folder = folder, .writers = list };
	struct err e;

	for (size_t b = 0; b < plan->build_count; b++) {
		char *path = memory_format("%s.%s", out, plan->builds[b].name);

		list[b] = &writers[b];
		open_log(list[b], path, NULL);
		free(path);
	}
	check(pool_merge_run(&merge, &e), &e);
	for (size_t b = 0; b < plan->build_count; b++) {
		check(log_writer_end(list[b], &e), &e);
		log_writer_release(list[b]);
	}
	printf("%zu\n", merge.rows);
	pool_merge_release(&merge);
}

int main(int argc, char **argv)
{
	struct pool_plan plan = { 0 };
	struct prng random;
	struct err e;

	if (argc != 4) {
		fputs("pool_parts parts|merge FOLDER SAMPLES|OUT\n", stderr);
		return 2;
	}
	prng_seed(&random, 1);
	check(pool_plan_read(&plan, argv[2], &e), &e);
	if (!strcmp(argv[1], "merge"))
		merge_all(&plan, argv[2], argv[3]);
	else
		for (unsigned i = 0; i < plan.shard_count; i++)
			write_part(&plan, argv[2], i, strtoul(argv[3], NULL, 10), &random);
	pool_plan_release(&plan);
	return 0;
}
