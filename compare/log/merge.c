/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/log/merge.h"

#include <assert.h>
#include <string.h>

#include "compare/base/memory.h"
#include "compare/log/metric.h"

static uint32_t rounds_before(const struct log *log)
{
	uint32_t most = 0;

	for (size_t i = 0; i < log->benchmark_count; i++)
		for (size_t k = 0; k < log->benchmarks[i].launch_count; k++)
			if (log->benchmarks[i].launches[k].round > most)
				most = log->benchmarks[i].launches[k].round;
	return (most / MERGE_ROUNDS + 1) * MERGE_ROUNDS;
}

static void merge_session(struct log *to, const struct log *from)
{
	const char *a = log_meta(to, "session"), *b = log_meta(from, "session");
	AUTO_FREE char *both = memory_format("%s + %s", a ? a : "", b ? b : "");

	/* Logs without a session are of no paired run. */
	log_add_meta(to, "session", a && *a && b && *b ? both : "");
}

static void copy_turns(struct log *to, struct launch *launch)
{
	const float *from = launch->turn_q1_ns;
	size_t size = launch->turn_count * sizeof(*from);

	if (from)
		launch->turn_q1_ns = memcpy(arena_alloc(&to->arena, size), from, size);
}

static void merge_benchmark(
	struct log *to, const struct log *from, const struct log_benchmark *b, uint32_t before)
{
	struct log_benchmark *into = log_add_benchmark(to, b->suite, b->name, b->build);

	if (!into->launch_count) {
		into->items = b->items;
		into->bytes = b->bytes;
		log_set_file(to, into, b->file, b->line);
		into->code_fingerprint = arena_text(&to->arena, b->code_fingerprint);
	} else if (strcmp(into->code_fingerprint, b->code_fingerprint) != 0) {
		into->code_fingerprint = "";
	}
	if (!into->checksums) {
		into->checksum = b->checksum;
		into->checksums = b->checksums;
	} else if (b->checksums && (b->checksums != 1 || into->checksum != b->checksum)) {
		into->checksums = -1;
	}
	for (size_t k = 0; k < b->launch_count; k++) {
		struct launch *launch = log_add_launch(into);

		assert(!b->launches[k].evidence);
		*launch = b->launches[k];
		launch->round += before;
		launch->node = log_node(to, launch->node);
		copy_turns(to, launch);
		log_count_copy(to, launch, from);
	}
}

void log_merge(struct log *to, const struct log *from)
{
	uint32_t before = rounds_before(to);

	merge_session(to, from);
	for (size_t i = 0; i < from->benchmark_count; i++)
		merge_benchmark(to, from, &from->benchmarks[i], before);
	for (size_t i = 0; i < from->warning_count; i++)
		log_warn(to, "%s", from->warnings[i].text);
	to->warnings_dropped += from->warnings_dropped;
	to->complete = to->complete && from->complete;
	to->source.per_iteration = to->source.per_iteration || from->source.per_iteration;
	to->summaries_only = to->summaries_only && from->summaries_only;
	to->row_count += from->row_count;
}
