/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/engine/slurm_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void test_queue(void **state)
{
	const char *text = "12_0|0|RUNNING|n1|None\n"
			   "\n"
			   "slurm says something\n"
			   "12_7|7|PENDING||launch failed requeued held\n"
			   "12_8|8|PENDING||(Nodes required for job are DOWN)\n"
			   "13_9|9|COMPLETING|n2|NonZeroExitCode\n"
			   "14|N/A|RUNNING|n2|None\n"
			   "12_10|10|PENDING||JobHeldUser";
	struct slurm_line line;

	(void)state;
	assert_true(slurm_next_line(&text, &line));
	assert_string_equal(line.job, "12_0");
	assert_int_equal(line.task, 0);
	assert_false(line.waits);
	assert_string_equal(line.node, "n1");
	assert_string_equal(line.reason, "");
	assert_true(slurm_next_line(&text, &line));
	assert_int_equal(line.task, 7);
	assert_true(line.waits && line.stuck);
	assert_true(slurm_next_line(&text, &line));
	assert_true(line.waits && !line.stuck);
	assert_string_equal(line.reason, "(Nodes required for job are DOWN)");
	assert_true(slurm_next_line(&text, &line));
	assert_false(line.waits);
	assert_true(slurm_next_line(&text, &line));
	assert_int_equal(line.task, 10);
	assert_string_equal(line.reason, "JobHeldUser");
	assert_false(slurm_next_line(&text, &line));
}

static void test_long_fields(void **state)
{
	char text[2000] = "12_0|0|RUNNING|";
	const char *p = text;
	struct slurm_line line;

	(void)state;
	memset(text + strlen(text), 'n', 1500);
	memcpy(text + strlen(text), "|None\n", 7);
	assert_true(slurm_next_line(&p, &line));
	assert_int_equal(strlen(line.node), sizeof(line.node) - 1);
}

static void test_nodes(void **state)
{
	const char *text = "n1 idle\nn2 drained\nn3 allocated\nn4 down*\nn5 idle*\nn6 mixed\n"
			   "n7 draining\nn8 completing\n";
	static const char *const up[] = { "n1", "n3", "n6", "n8" };
	char node[256];

	(void)state;
	for (size_t i = 0; i < sizeof(up) / sizeof(*up); i++) {
		assert_true(slurm_next_node(&text, node));
		assert_string_equal(node, up[i]);
	}
	assert_false(slurm_next_node(&text, node));
}

static void test_config(void **state)
{
	(void)state;
	assert_int_equal(slurm_max_array_size("A = 1\nMaxArraySize            = 1001\n"), 1001);
	assert_int_equal(slurm_max_array_size("nothing"), 0);
}

static void test_limits(void **state)
{
	const char *text =
		"bench*|30:00\nlong|2-01:05:30\nshort|1:00:00\nfree|infinite\nbenches|5:00\n";

	(void)state;
	assert_int_equal(slurm_partition_minutes(text, NULL), 30);
	assert_int_equal(slurm_partition_minutes(text, "bench"), 30);
	assert_int_equal(slurm_partition_minutes(text, "long"), 49 * 60 + 5);
	assert_int_equal(slurm_partition_minutes(text, "short"), 60);
	assert_int_equal(slurm_partition_minutes(text, "free"), 0);
	assert_int_equal(slurm_partition_minutes(text, "benches"), 5);
	assert_int_equal(slurm_partition_minutes(text, "ben"), 0);
	assert_int_equal(slurm_partition_minutes("", NULL), 0);
	assert_int_equal(slurm_partition_minutes("damaged", NULL), 0);
}

static void test_reasons(void **state)
{
	(void)state;
	assert_true(slurm_is_ordinary(""));
	assert_true(slurm_is_ordinary("Resources"));
	assert_false(slurm_is_ordinary("PartitionTimeLimit"));
	assert_false(slurm_is_ordinary("(Nodes required for job are DOWN)"));
}

/* Texts of Slurm 22.05. */
static void test_unreachable(void **state)
{
	(void)state;
	assert_true(slurm_is_unreachable(
		"slurm_load_jobs error: Unable to contact slurm controller (connect failure)"));
	assert_true(
		slurm_is_unreachable("sbatch: error: Batch job submission failed: Unable to "
				     "contact slurm controller (connect failure)"));
	assert_false(slurm_is_unreachable("slurm_load_jobs error: Invalid job id specified"));
	assert_false(slurm_is_unreachable("sbatch: error: invalid partition specified: x"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_queue),
		cmocka_unit_test(test_long_fields),
		cmocka_unit_test(test_nodes),
		cmocka_unit_test(test_config),
		cmocka_unit_test(test_limits),
		cmocka_unit_test(test_reasons),
		cmocka_unit_test(test_unreachable),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
