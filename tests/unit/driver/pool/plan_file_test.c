/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/pool/plan_file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "compare/base/memory.h"
#include "driver/base/file_hash.h"
#include "driver/base/scratch.h"
#include "tests/unit/support/pool_case.h"

static void test_round_trip(void **state)
{
	struct pool_plan plan = pool_case(10, 2), read = { 0 };
	char *folder = pool_case_folder();
	struct err e;

	(void)state;
	pool_plan_divide(&plan, 3e9, 2, 1000);
	assert_int_equal(pool_plan_write(&plan, folder, &e), 0);
	assert_int_equal(pool_plan_read(&read, folder, &e), 0);
	assert_string_equal(read.hash, plan.hash);
	assert_string_equal(read.id, "test-1");
	assert_int_equal(read.seed, 7);
	assert_string_equal(read.tuned, plan.tuned);
	assert_int_equal(read.arguments.count, 2);
	assert_int_equal(read.build_count, 2);
	assert_int_equal(read.suite_count, 2);
	assert_string_equal(read.suites[1].hash, "0123456789abcdef");
	assert_int_equal(read.block_count, 10);
	assert_int_equal(read.blocks[9].builds, 3);
	assert_int_equal(read.shard_count, plan.shard_count);
	assert_int_equal(read.shards[5].first, plan.shards[5].first);
	pool_plan_release(&read);
	pool_plan_release(&plan);
	scratch_remove(folder);
	free(folder);
}

static void write_text(const char *path, const char *text)
{
	FILE *out = fopen(path, "w");

	assert_non_null(out);
	fputs(text, out);
	fclose(out);
}

/* A plan that was changed, cut or is none is refused, with a sentence. */
static void test_damage(void **state)
{
	static const char *const texts[] = { "", "{}", "[1, 2]", "not json",
		"{\"schema\": \"bdriver-pool-1\", \"builds\": []}",
		"{\"schema\": \"bdriver-pool-1\", \"replicas\": 1, \"builds\": [[\"a\", "
		"\"b\"]], "
		"\"blocks\": [[\"s\", \"b\", 1, 1, 1.0]], \"shards\": [[0, 2, 0, 1.0]]}",
		"{\"schema\": \"bdriver-pool-1\", \"replicas\": 1, \"builds\": [[\"a\", "
		"\"\"], [\"a\", \"\"], [\"a\", \"\"], [\"a\", \"\"], [\"a\", \"\"], [\"a\", "
		"\"\"], [\"a\", \"\"], [\"a\", \"\"], [\"a\", \"\"]], "
		"\"blocks\": [[\"s\", \"b\", 1, 1, 1.0]], \"shards\": [[0, 1, 0, 1.0]]}" };
	struct pool_plan plan = pool_case(2, 1);
	char *folder = pool_case_folder(), *path = memory_format("%s/plan.json", folder),
	     *hash_path = memory_format("%s/plan.hash", folder);
	struct err e;

	(void)state;
	pool_plan_divide(&plan, 1e9, 1, 1000);
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		struct pool_plan read = { 0 };
		char hash[FILE_HASH_SIZE];

		assert_int_equal(pool_plan_write(&plan, folder, &e), 0);
		write_text(path, texts[i]);
		assert_int_equal(pool_plan_read(&read, folder, &e), -1);
		assert_non_null(strstr(e.text, "its hash differs"));
		file_hash_text(texts[i], strlen(texts[i]), hash);
		write_text(hash_path, hash);
		assert_int_equal(pool_plan_read(&read, folder, &e), -1);
		assert_non_null(strstr(e.text, "is not a plan"));
		pool_plan_release(&read);
	}
	pool_plan_release(&plan);
	scratch_remove(folder);
	free(path);
	free(hash_path);
	free(folder);
}

/* Killed between its two files: no plan without a hash, which could neither be read nor made
 * anew. */
static void test_the_hash_is_there_before_the_plan(void **state)
{
	struct pool_plan plan = pool_case(2, 1);
	char *folder = pool_case_folder(), *path = memory_format("%s/plan.json", folder),
	     *hash_path = memory_format("%s/plan.hash", folder);
	struct err e;

	(void)state;
	pool_plan_divide(&plan, 1e9, 1, 1000);
	unlink(path);
	unlink(hash_path);
	assert_int_equal(mkdir(path, 0700), 0); /* so it cannot be written */
	assert_int_equal(pool_plan_write(&plan, folder, &e), -1);
	assert_int_equal(access(hash_path, F_OK), 0);
	pool_plan_release(&plan);
	scratch_remove(folder);
	free(path);
	free(hash_path);
	free(folder);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_round_trip),
		cmocka_unit_test(test_damage),
		cmocka_unit_test(test_the_hash_is_there_before_the_plan),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
