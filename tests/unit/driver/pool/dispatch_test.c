/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/pool/dispatch.h"

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
#include "driver/base/file_text.h"
#include "driver/base/scratch.h"
#include "driver/pool/health.h"
#include "driver/pool/plan_file.h"
#include "tests/unit/support/pool_case.h"

/* An engine in memory: nodes, of which some lose what they are given. */
static struct {
	const struct pool_plan *plan;
	const char *bad;  /* nodes that lose all */
	const char *slow; /* nodes that are slow */
	unsigned calls[4][64];
} world;

/* A host of ssh may have a user. */
static const char *const machines[] = { "me@n1", "n2", "n3", "n4" };

static bool lists(const char *nodes, const char *node)
{
	return strstr(nodes, node) != NULL;
}

static int run_world(const struct engine_options *options, const struct engine_task *tasks,
	size_t count, const struct engine_watch *watch, struct err *e)
{
	for (size_t i = 0; i < count; i++) {
		unsigned number = tasks[i].number;
		size_t n = 0;
		char *name;

		while (n < 4 && lists(tasks[i].avoid, machines[n]))
			n++;
		if (n == 4) {
			watch->state(watch->ctx, number, ENGINE_LOST, "", "no node");
			continue;
		}
		name = attempts_node_name(machines[n]);
		world.calls[n][number]++;
		watch->state(watch->ctx, number, ENGINE_RUNNING, machines[n], "");
		if (lists(world.bad, machines[n])) {
			char tag[32], *path;

			snprintf(tag, sizeof(tag), "%u", world.calls[n][number]);
			path = attempts_part_path(options->folder, number, name, tag, "try");
			assert_int_equal(attempts_note(path, "it broke", e), 0);
			free(path);
			watch->state(watch->ctx, number, ENGINE_LOST, machines[n], "gone");
			free(name);
			continue;
		}
		pool_case_part(world.plan, options->folder, number, name,
			lists(world.slow, machines[n]) ? 1300 : 1000);
		assert_int_equal(watch->file(watch->ctx, number), ENGINE_FILE_DONE);
		watch->state(watch->ctx, number, ENGINE_DONE, machines[n], "");
		free(name);
	}
	return 0;
}

static int nodes_of(const struct engine_options *options, struct string_list *list,
	unsigned *most, struct err *e)
{
	(void)options;
	(void)e;
	*most = 64;
	for (size_t i = 0; i < 4; i++)
		string_list_add(list, machines[i]);
	return 0;
}

static const struct engine engine = { .name = "world", .run = run_world, .nodes = nodes_of };

struct folder {
	struct pool_plan plan;
	char *path;
	struct dispatch d;
};

static void begin(struct folder *f, unsigned replicas, const char *bad)
{
	struct err e;

	*f = (struct folder){ .plan = pool_case(8, replicas), .path = pool_case_folder() };
	pool_plan_divide(&f->plan, 1e9, 1, 64);
	assert_int_equal(pool_plan_write(&f->plan, f->path, &e), 0);
	f->d = (struct dispatch){
		.engine = &engine, .options = { .folder = f->path }, .plan = &f->plan
	};
	memset(&world, 0, sizeof(world));
	world.plan = &f->plan;
	world.bad = bad;
	world.slow = "";
	dispatch_init(&f->d, true);
	assert_int_equal(dispatch_run(&f->d, &e), 0);
}

static void end(struct folder *f)
{
	dispatch_release(&f->d);
	scratch_remove(f->path);
	pool_plan_release(&f->plan);
	free(f->path);
}

static void test_all_well(void **state)
{
	struct folder f;

	(void)state;
	begin(&f, 1, "");
	assert_int_equal(f.d.done, 8);
	assert_int_equal(world.calls[0][0], 1);
	/* The next driver has nothing left to do. */
	dispatch_release(&f.d);
	f.d.done = 0;
	dispatch_init(&f.d, true);
	assert_int_equal(f.d.done, 8);
	end(&f);
}

static void test_other_node(void **state)
{
	struct folder f;

	(void)state;
	begin(&f, 1, "me@n1");
	assert_int_equal(f.d.done, 8);
	for (size_t i = 0; i < 8; i++) {
		assert_int_equal(world.calls[0][i], 1);
		assert_int_equal(world.calls[1][i], 1);
	}
	end(&f);
}

/* What stands where a part belongs and is none does not block its shard, also a second time. */
static void test_in_the_way(void **state)
{
	struct folder f;

	(void)state;
	begin(&f, 1, "");
	for (int again = 0; again < 2; again++) {
		for (unsigned i = 0; i < 2; i++) {
			char *path = attempts_done_path(f.path, i);

			assert_int_equal(unlink(path), 0);
			assert_int_equal(i ? mkdir(path, 0777) : symlink("/nowhere", path), 0);
			free(path);
		}
		dispatch_release(&f.d);
		dispatch_init(&f.d, false);
		assert_int_equal(f.d.done, 6);
		assert_int_equal(dispatch_run(&f.d, &(struct err){ "" }), 0);
		assert_int_equal(f.d.done, 8);
	}
	end(&f);
}

/* Writes `new` in place of the last `old` in the part, with a hash that fits. Of one length. */
static void forge(const char *path, const char *old, const char *new)
{
	AUTO_FREE char *text = file_text(path, NULL);
	char *end = strstr(text, "# part-end: "), *at = NULL, hash[FILE_HASH_SIZE];
	FILE *file = fopen(path, "w");

	for (char *p = text; (p = strstr(p, old)); p++)
		at = p;
	assert_non_null(at);
	memcpy(at, new, strlen(new));
	file_hash_text(text, (size_t)(end - text), hash);
	memcpy(strrchr(end, ' ') + 1, hash, strlen(hash));
	fputs(text, file);
	fclose(file);
}

/* A part with a right hash whose columns or rows cannot be merged costs that part. */
static void test_forged(void **state)
{
	static const char *const forgeries[][2] = { { ",status,", ",statuz," },
		{ ",ok,", ",ok " }, { "s,b", "s,c" } };

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(forgeries); i++) {
		struct folder f;
		char *path;

		begin(&f, 1, "");
		path = attempts_done_path(f.path, 3);
		forge(path, forgeries[i][0], forgeries[i][1]);
		dispatch_release(&f.d);
		f.d.done = 0;
		dispatch_init(&f.d, false);
		assert_int_equal(f.d.done, 7);
		assert_int_equal(dispatch_run(&f.d, &(struct err){ "" }), 0);
		assert_int_equal(f.d.done, 8);
		free(path);
		end(&f);
	}
}

/* Lost on two nodes: not tried on the third. */
static void test_given_up(void **state)
{
	struct folder f;
	char *why;

	(void)state;
	begin(&f, 1, "me@n1 n2");
	assert_int_equal(f.d.done, 0);
	assert_int_equal(world.calls[2][0], 0);
	why = dispatch_why(&f.d, 0);
	assert_true(!strcmp(why, "was lost on me_n1 and n2 (it broke)") ||
		    !strcmp(why, "was lost on n2 and me_n1 (it broke)"));
	free(why);
	/* Anew: the user has removed the cause. */
	dispatch_release(&f.d);
	world.bad = "";
	dispatch_init(&f.d, true);
	assert_int_equal(dispatch_run(&f.d, &(struct err){ "" }), 0);
	assert_int_equal(f.d.done, 8);
	end(&f);
}

/* Replicas of a shard never meet on a node. */
static void test_replicas(void **state)
{
	struct folder f;

	(void)state;
	begin(&f, 2, "");
	assert_int_equal(f.d.done, 16);
	for (unsigned i = 0; i < 8; i++)
		assert_string_not_equal(f.d.shards[i].node, f.d.shards[i + 8].node);
	end(&f);
}

/* Shards of a slow node go to another one; without another one they count. */
static void test_slow(void **state)
{
	struct health health;
	struct folder f;

	(void)state;
	begin(&f, 1, "");
	/* All on n1, which nobody can tell from others yet. */
	health_read(&health, &f.plan, f.path);
	assert_int_equal(health.off.count, 0);
	health_release(&health);
	health = (struct health){ 0 };
	string_list_add(&health.off, "me_n1");
	assert_int_equal(health_put_aside(&health, &f.plan, f.path), 8);
	dispatch_release(&f.d);
	dispatch_init(&f.d, false);
	assert_int_equal(f.d.done, 0);
	assert_int_equal(dispatch_run(&f.d, &(struct err){ "" }), 0);
	assert_int_equal(f.d.done, 8);
	assert_int_equal(world.calls[1][0], 1);
	/* They are not moved twice. */
	health_put_back(&f.plan, f.path);
	assert_int_equal(health_put_aside(&health, &f.plan, f.path), 0);
	health_release(&health);
	end(&f);
}

static void test_nowhere_else(void **state)
{
	struct health health = { 0 };
	struct folder f;

	(void)state;
	begin(&f, 1, "");
	string_list_add(&health.off, "me_n1");
	assert_int_equal(health_put_aside(&health, &f.plan, f.path), 8);
	world.bad = "n2 n3 n4";
	dispatch_release(&f.d);
	dispatch_init(&f.d, false);
	assert_int_equal(dispatch_run(&f.d, &(struct err){ "" }), 0);
	assert_int_equal(f.d.done, 0);
	health_put_back(&f.plan, f.path);
	dispatch_release(&f.d);
	dispatch_init(&f.d, false);
	assert_int_equal(f.d.done, 8);
	health_release(&health);
	end(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_all_well),
		cmocka_unit_test(test_other_node),
		cmocka_unit_test(test_in_the_way),
		cmocka_unit_test(test_forged),
		cmocka_unit_test(test_given_up),
		cmocka_unit_test(test_replicas),
		cmocka_unit_test(test_slow),
		cmocka_unit_test(test_nowhere_else),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
