/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "driver/machine/lock.h"

static void count_wait(void *ctx, const char *sentence)
{
	char pid[32];

	snprintf(pid, sizeof(pid), "process %d ", (int)getppid());
	if (strstr(sentence, pid) && strstr(sentence, "CPU 3"))
		++*(int *)ctx;
}

/* A child that wants the same CPU waits until the parent lets go, and knows who holds it. */
static void test_lock_excludes_and_names_its_holder(void **state)
{
	const int mine[] = { 3, 1 }, apart[] = { 2 }, overlapping[] = { 3, 5, -1 };
	struct lock lock, other;
	struct err e;
	int ready[2], status;
	char name[64], c;
	pid_t pid;

	(void)state;
	snprintf(name, sizeof(name), "test-%d", (int)getpid());
	setenv(LOCK_VARIABLE, name, 1);
	assert_int_equal(pipe(ready), 0);
	assert_int_equal(lock_take(&lock, mine, 2, false, NULL, NULL, &e), 0);
	pid = fork();
	if (pid == 0) {
		int waits = 0;

		lock_release(&lock); /* the child's copies */
		if (lock_take(&other, apart, 1, false, NULL, NULL, &e))
			_exit(1);
		lock_release(&other);
		if (!lock_take(&other, overlapping, 3, false, NULL, NULL, &e) ||
			!strstr(e.text, "CPU 3"))
			_exit(2);
		if (write(ready[1], "x", 1) != 1)
			_exit(3);
		if (lock_take(&other, overlapping, 3, true, count_wait, &waits, &e))
			_exit(4);
		lock_release(&other);
		_exit(waits <= 1 ? 0 : 5);
	}
	assert_int_equal(read(ready[0], &c, 1), 1);
	usleep(50000);
	lock_release(&lock);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
	/* Gone with its holder. */
	assert_int_equal(lock_take(&lock, overlapping, 3, false, NULL, NULL, &e), 0);
	lock_release(&lock);
	setenv(LOCK_VARIABLE, "", 1);
	assert_int_equal(lock_take(&lock, mine, 2, false, NULL, NULL, &e), 0);
	assert_int_equal(lock_take(&other, mine, 2, false, NULL, NULL, &e), 0);
	lock_release(&lock);
	lock_release(&other);
	close(ready[0]);
	close(ready[1]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lock_excludes_and_names_its_holder),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
