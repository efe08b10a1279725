/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is written into a tree of cgroup v2. The trees are folders with plain files;
 * tests/cli/run/isolate.sh uses the kernel's, if it may. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "compare/base/memory.h"
#include "driver/machine/isolate.h"
#include "driver/machine/isolate_group.h"

struct tree {
	char top[64];
	struct cgroup_place place;
};

static char *path_in(const struct tree *tree, const char *name)
{
	return memory_format("%s/%s", tree->top, name);
}

static void put(const struct tree *tree, const char *name, const char *text)
{
	char *path = path_in(tree, name);
	FILE *out = fopen(path, "w");

	assert_non_null(out);
	fputs(text, out);
	fclose(out);
	free(path);
}

static void folder(const struct tree *tree, const char *name)
{
	char *path = path_in(tree, name);

	assert_int_equal(mkdir(path, 0755), 0);
	free(path);
}

static void holds(const struct tree *tree, const char *name, const char *text)
{
	char *got = cgroup_read(tree->top, name);

	assert_non_null(got);
	assert_string_equal(got, text);
	free(got);
}

static void make(struct tree *tree, const char *own)
{
	strcpy(tree->top, "/tmp/bdriver-tree-XXXXXX");
	assert_non_null(mkdtemp(tree->top));
	tree->place = (struct cgroup_place){ memory_text(tree->top), memory_text(own) };
}

static void remove_all(const struct tree *tree, const char *name)
{
	char *path = path_in(tree, name);
	pid_t child = fork();

	if (child == 0) {
		execlp("rm", "rm", "-rf", path, (char *)NULL);
		_exit(1);
	}
	waitpid(child, NULL, 0);
	free(path);
}

static void destroy(struct tree *tree)
{
	remove_all(tree, "");
	cgroup_release(&tree->place);
}

static void put_folders(const struct tree *tree)
{
	static const char *const names[] = { "job", "bdriver.1", "job/bdriver.2.on",
		"bdriver.3", "bdriver.x", "bdriver.1x", "bdriver.1.off", NULL };

	for (size_t i = 0; names[i]; i++)
		folder(tree, names[i]);
	put(tree, "job/cgroup.subtree_control", "cpuset\n");
}

/* The group, as the kernel would fill it. */
static void group_v2(const struct tree *tree, const char *group)
{
	char name[64];

	folder(tree, group);
	for (const char *const *file = (const char *const[]){ "cpuset.cpus",
		     "cpuset.cpus.partition", "cgroup.procs", NULL };
		*file; file++) {
		snprintf(name, sizeof(name), "%s/%s", group, *file);
		put(tree, name, "");
	}
}

static void test_a_partition_of_v2(void **state)
{
	const int cpus[] = { 3, 2 };
	struct isolate isolate;
	struct tree tree;
	struct err e;

	(void)state;
	make(&tree, "/user");
	put(&tree, "cgroup.controllers", "cpuset cpu io\n");
	put(&tree, "cgroup.subtree_control", "cpu\n");
	group_v2(&tree, "bdriver.4242.on");
	assert_int_equal(isolate_open(&isolate, &tree.place, 4242, cpus, 2, &e), 0);
	holds(&tree, "cgroup.subtree_control", "+cpuset");
	holds(&tree, "bdriver.4242.on/cpuset.cpus", "3,2");
	holds(&tree, "bdriver.4242.on/cpuset.cpus.partition", "isolated");
	/* The attempt to move into it. */
	holds(&tree, "bdriver.4242.on/cgroup.procs", "0");
	assert_null(isolate.shared);
	assert_non_null(strstr(isolate.text, "/bdriver.4242.on, cpus 3,2, partition isolated"));
	assert_true(isolate_holds(&isolate));
	put(&tree, "bdriver.4242.on/cpuset.cpus.partition", "isolated invalid (Gone)\n");
	assert_false(isolate_holds(&isolate));
	assert_non_null(strstr(isolate.lost, "/bdriver.4242.on is not a partition any more: "
					     "isolated invalid (Gone)"));
	isolate_close(&isolate);
	holds(&tree, "cgroup.subtree_control", "-cpuset");
	destroy(&tree);
}

/* No partition: the launches are kept in, others not out, and that is told. */
static void test_a_member_of_v2(void **state)
{
	const int cpus[] = { 1 };
	struct isolate isolate;
	struct tree tree;
	struct err e;
	char *path;

	(void)state;
	make(&tree, "");
	put(&tree, "cgroup.controllers", "cpuset\n");
	put(&tree, "cgroup.subtree_control", "cpuset memory\n");
	group_v2(&tree, "bdriver.7");
	path = path_in(&tree, "bdriver.7/cpuset.cpus.partition");
	assert_int_equal(unlink(path), 0);
	assert_int_equal(symlink("/dev/full", path), 0);
	free(path);
	assert_int_equal(isolate_open(&isolate, &tree.place, 7, cpus, 1, &e), 0);
	assert_non_null(strstr(isolate.text, "cpus 1, partition member"));
	assert_non_null(strstr(isolate.shared, "No space left"));
	isolate_close(&isolate);
	/* It was on before. */
	holds(&tree, "cgroup.subtree_control", "cpuset memory");
	destroy(&tree);
}

/* The topmost group is not ours: the one below, that was delegated, is taken. */
static void test_a_delegated_group(void **state)
{
	const int cpus[] = { 0 };
	struct isolate isolate;
	struct tree tree;
	struct err e;

	(void)state;
	make(&tree, "/user.slice/job");
	put(&tree, "cgroup.controllers", "cpu io\n");
	folder(&tree, "user.slice");
	put(&tree, "user.slice/cgroup.controllers", "cpuset");
	put(&tree, "user.slice/cgroup.subtree_control", "cpuset");
	group_v2(&tree, "user.slice/bdriver.9");
	assert_int_equal(isolate_open(&isolate, &tree.place, 9, cpus, 1, &e), 0);
	assert_non_null(strstr(isolate.group, "/user.slice/bdriver.9"));
	isolate_close(&isolate);
	destroy(&tree);

	make(&tree, "/user.slice/job");
	put(&tree, "cgroup.controllers", "cpu io\n");
	assert_int_equal(isolate_open(&isolate, &tree.place, 9, cpus, 1, &e), -1);
	assert_non_null(strstr(e.text, "has no controller cpuset"));
	isolate_close(&isolate);
	destroy(&tree);
}

/* A driver that ends leaves the controller on while another one, or anybody, needs it. */
static void test_the_last_one_switches_off(void **state)
{
	const int cpus[] = { 1 }, other[] = { 0 };
	struct isolate first, second;
	struct tree tree;
	struct err e;

	(void)state;
	make(&tree, "");
	put(&tree, "cgroup.controllers", "cpuset\n");
	put(&tree, "cgroup.subtree_control", "\n");
	group_v2(&tree, "bdriver.5.on");
	group_v2(&tree, "bdriver.6.on");
	assert_int_equal(isolate_open(&first, &tree.place, 5, cpus, 1, &e), 0);
	put(&tree, "cgroup.subtree_control", "cpuset\n");
	assert_int_equal(isolate_open(&second, &tree.place, 6, other, 1, &e), 0);
	assert_non_null(strstr(second.group, "/bdriver.6.on"));
	isolate_close(&first);
	holds(&tree, "cgroup.subtree_control", "cpuset");
	remove_all(&tree, "bdriver.5.on");
	folder(&tree, "foreign");
	put(&tree, "foreign/cpuset.cpus", "3\n");
	isolate_close(&second);
	holds(&tree, "cgroup.subtree_control", "cpuset");
	remove_all(&tree, "bdriver.6.on");
	put(&tree, "foreign/cpuset.cpus", "\n");
	group_v2(&tree, "bdriver.7.on");
	put(&tree, "cgroup.subtree_control", "\n");
	assert_int_equal(isolate_open(&first, &tree.place, 7, cpus, 1, &e), 0);
	isolate_close(&first);
	holds(&tree, "cgroup.subtree_control", "-cpuset");
	destroy(&tree);
}

static void test_groups_of_dead_drivers_are_removed(void **state)
{
	struct tree tree;
	int held;
	char *path;

	(void)state;
	make(&tree, "/job");
	put(&tree, "cgroup.subtree_control", "cpuset\n");
	put_folders(&tree);
	path = path_in(&tree, "bdriver.3");
	held = isolate_group_hold(path);
	free(path);
	assert_true(held >= 0);
	/* bdriver.1 and job/bdriver.2.on; nobody below the top has switched it on. */
	assert_int_equal(isolate_clear(&tree.place), 2);
	holds(&tree, "cgroup.subtree_control", "cpuset");
	holds(&tree, "job/cgroup.subtree_control", "-cpuset");
	close(held);
	assert_int_equal(isolate_clear(&tree.place), 1);
	assert_int_equal(isolate_clear(&tree.place), 0);
	path = path_in(&tree, "bdriver.x");
	assert_int_equal(access(path, F_OK), 0);
	free(path);
	destroy(&tree);
}

/* Two machines in one may have processes of one number. */
static void test_a_group_that_is_in_use(void **state)
{
	const int cpus[] = { 1 };
	struct isolate isolate;
	struct tree tree;
	struct err e;
	char *path;
	int held;

	(void)state;
	make(&tree, "");
	put(&tree, "cgroup.controllers", "cpuset\n");
	put(&tree, "cgroup.subtree_control", "cpuset\n");
	group_v2(&tree, "bdriver.8");
	path = path_in(&tree, "bdriver.8");
	held = isolate_group_hold(path);
	free(path);
	assert_int_equal(isolate_open(&isolate, &tree.place, 8, cpus, 1, &e), -1);
	assert_non_null(strstr(e.text, "/bdriver.8: "));
	holds(&tree, "bdriver.8/cpuset.cpus", "");
	close(held);
	destroy(&tree);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_partition_of_v2),
		cmocka_unit_test(test_a_member_of_v2),
		cmocka_unit_test(test_a_delegated_group),
		cmocka_unit_test(test_the_last_one_switches_off),
		cmocka_unit_test(test_groups_of_dead_drivers_are_removed),
		cmocka_unit_test(test_a_group_that_is_in_use),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
