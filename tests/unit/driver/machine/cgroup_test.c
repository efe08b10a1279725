/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "driver/machine/cgroup.h"

#define V2     "30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate\n"
#define V1     "41 32 0:37 / /sys/fs/cgroup/cpuset rw - cgroup cgroup rw,cpuset,clone_children\n"
#define V1_CPU "42 32 0:38 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu,cpuacct\n"
#define OTHER  "22 1 8:1 / / rw - ext4 /dev/sda1 rw\n"

static void found(const char *mounts, const char *groups, const char *mount, const char *own)
{
	struct cgroup_place place;
	struct err e;

	assert_int_equal(cgroup_find(&place, mounts, groups, &e), 0);
	assert_string_equal(place.mount, mount);
	assert_string_equal(place.own, own);
	cgroup_release(&place);
}

static void test_cpusets_are_found(void **state)
{
	struct cgroup_place place;
	struct err e;

	(void)state;
	found(OTHER V2, "0::/user.slice/a.scope\n", "/sys/fs/cgroup", "/user.slice/a.scope");
	found(V2, "0::/\n", "/sys/fs/cgroup", "");
	/* Trees of v1 beside it. */
	found(V1_CPU V1 V2, "3:cpu,cpuacct:/x\n2:cpuset:/jobs/7\n0::/y\n", "/sys/fs/cgroup",
		"/y");
	/* In a container: the mount shows a part of the tree. A blank in the path. */
	found("9 1 0:3 /docker/abc /mnt/cg\\040x rw - cgroup2 none rw\n", "0::/docker/abc/in\n",
		"/mnt/cg x", "/in");
	assert_int_equal(cgroup_find(&place, OTHER V1_CPU, "0::/\n", &e), -1);
	assert_int_equal(cgroup_find(&place, V1, "2:cpuset:/\n0::/\n", &e), -1);
	assert_string_equal(e.text, "cgroup v2 is not mounted here");
	assert_int_equal(cgroup_find(&place, "", "", &e), -1);
	assert_int_equal(
		cgroup_find(&place, "a\n - \n- cgroup2\n 1 - cgroup", ":\n::", &e), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cpusets_are_found),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
