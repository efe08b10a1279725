/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/unit/support/pool_case.h"

#include <assert.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "compare/base/memory.h"
#include "compare/log/write.h"
#include "driver/pool/attempts.h"
#include "driver/pool/part.h"
#include "driver/pool/plan_file.h"

static const char *const names[] = { "old", "new" };

struct pool_plan pool_case(size_t benchmarks, unsigned replicas)
{
	struct pool_plan plan = { .id = memory_text("test-1"),
		.version = memory_text("0"),
		.directory = memory_text("/tmp"),
		.config = memory_text(""),
		.config_hash = memory_text("none"),
		.tuned = memory_text("# bdriver-tuned: 1\n7\tCPU\ts\tb0\n"),
		.seed = 7,
		.replicas = replicas,
		.builds = memory_zeroed(2, sizeof(struct pool_build)),
		.build_count = 2 };

	string_list_add(&plan.arguments, "bdriver");
	string_list_add(&plan.arguments, "run");
	for (unsigned b = 0; b < 2; b++) {
		plan.builds[b] =
			(struct pool_build){ memory_text(names[b]), memory_text("/x") };
		pool_plan_add_suite(&plan,
			&(struct pool_suite){ b, (char *)"s", (char *)"", (char *)"bdriver",
				(char *)"/x/s", (char *)"0123456789abcdef" });
	}
	for (size_t i = 0; i < benchmarks; i++) {
		char *name = memory_format("b%zu", i);

		pool_plan_add_block(
			&plan, &(struct pool_block){ (char *)"s", name, 1, 3, 1e9 });
		free(name);
	}
	return plan;
}

char *pool_case_folder(void)
{
	struct err e;
	char *folder = memory_text("/tmp/pool_case_XXXXXX");

	assert_non_null(mkdtemp(folder));
	assert_int_equal(attempts_make_folders(folder, &e), 0);
	return folder;
}

static char *write_log(const struct pool_plan *plan, const char *folder, unsigned number,
	unsigned build, const char *node)
{
	const struct pool_shard *shard = &plan->shards[number];
	char *path = memory_format("%s/engine/%u.%s.log", folder, build, node);
	struct log_writer writer = { .extra = LOG_NODE };
	struct err e;

	unlink(path);
	assert_int_equal(log_writer_create(&writer, path, &e), 0);
	assert_int_equal(log_writer_meta(&writer, "host", node, &e), 0);
	assert_int_equal(log_writer_header(&writer, &e), 0);
	for (size_t i = 0; i < shard->count; i++) {
		struct log_row row;

		log_row_init(&row);
		row.suite = plan->blocks[shard->first + i].suite;
		row.benchmark = plan->blocks[shard->first + i].name;
		row.build = (char *)names[build];
		row.launch.round = shard->replica * plan->rounds + 1;
		row.launch.node = node;
		row.launch.status = OUTCOME_OK;
		row.launch.iterations = 1;
		row.samples_text = (char *)"10 11";
		assert_int_equal(log_writer_row(&writer, &row, &e), 0);
	}
	assert_int_equal(log_writer_end(&writer, &e), 0);
	log_writer_release(&writer);
	return path;
}

void pool_case_part(const struct pool_plan *plan, const char *folder, unsigned shard,
	const char *node, double reference_ns)
{
	struct pool_head head = { .reference_ns = { reference_ns, reference_ns } };
	char *logs[2];
	struct err e;
	bool late;

	snprintf(head.node, sizeof(head.node), "%s", node);
	for (unsigned b = 0; b < 2; b++)
		logs[b] = write_log(plan, folder, shard, b, node);
	assert_int_equal(
		pool_part_write(plan, folder, shard, &head, "1.0.1", logs, &late, &e), 0);
	for (unsigned b = 0; b < 2; b++)
		free(logs[b]);
}
