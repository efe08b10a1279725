/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
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
#include "driver/base/scratch.h"

static char parent[] = "/tmp/scratch_test_XXXXXX";

static int setup(void **state)
{
	(void)state;
	return mkdtemp(parent) ? 0 : -1;
}

static int teardown(void **state)
{
	(void)state;
	scratch_remove(parent);
	return 0;
}

static bool is_there(const char *path)
{
	return access(path, F_OK) == 0;
}

/* The folder of another process, which is killed or still lives. */
static char *folder_of(bool killed, pid_t *pid)
{
	char name[4096] = "";
	int ends[2];

	assert_int_equal(pipe(ends), 0);
	*pid = fork();
	if (!*pid) {
		struct scratch s;
		struct err e;

		if (scratch_make(&s, parent, "explain", &e) ||
			write(ends[1], s.folder, strlen(s.folder) + 1) < 0)
			_exit(1);
		pause();
	}
	assert_true(read(ends[0], name, sizeof(name)) > 0);
	close(ends[0]);
	close(ends[1]);
	if (killed) {
		kill(*pid, SIGKILL);
		waitpid(*pid, NULL, 0);
	}
	return memory_format("%s", name);
}

static void test_what_a_killed_command_left_goes(void **state)
{
	pid_t killed, alive;
	char *lives = folder_of(false, &alive), *left = folder_of(true, &killed);
	char *other = memory_format("%s/bdriver-explain-other-abcdef", parent),
	     *inside = memory_format("%s/0", left);
	struct scratch s;
	struct err e;

	(void)state;
	assert_int_equal(mkdir(other, 0700), 0);
	assert_int_equal(mkdir(inside, 0700), 0);
	assert_int_equal(scratch_make(&s, parent, "explain", &e), 0);
	assert_false(is_there(left));
	assert_true(is_there(lives) && is_there(other) && is_there(s.folder));
	scratch_release(&s);
	assert_null(s.folder);
	kill(alive, SIGKILL);
	waitpid(alive, NULL, 0);
	free(lives);
	free(left);
	free(other);
	free(inside);
}

static void test_no_place(void **state)
{
	struct scratch s;
	struct err e;

	(void)state;
	assert_int_equal(scratch_make(&s, "/nowhere", "explain", &e), -1);
	assert_string_equal(e.text, "/nowhere: no folder can be made there: No such file or "
				    "directory");
	scratch_release(&s);
}

/* As an archive may leave it; root could enter it anyway. */
static void test_a_folder_that_nobody_may_enter_is_removed(void **state)
{
	pid_t pid = fork();
	int status;

	(void)state;
	if (!pid) {
		/* Relative: the root folder may be closed to others. */
		char closed[] = "scratch_test_closed_XXXXXX", inner[64];

		if (chdir("/tmp") || (!geteuid() && setuid(65534)) || !mkdtemp(closed))
			_exit(1);
		snprintf(inner, sizeof(inner), "%s/inner", closed);
		if (mkdir(inner, 0700) || chmod(closed, 0))
			_exit(2);
		scratch_remove(closed);
		_exit(is_there(closed) ? 3 : 0);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_folder_that_nobody_may_enter_is_removed),
		cmocka_unit_test(test_what_a_killed_command_left_goes),
		cmocka_unit_test(test_no_place),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
