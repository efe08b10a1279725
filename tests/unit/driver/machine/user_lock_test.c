/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "driver/machine/user_lock.h"

static void expect_child(pid_t pid)
{
	int status;

	assert_true(pid > 0);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
}

/* A lock names its holder, is one of a name and a CPU, and ends with its holder. */
static void test_lock_of_a_name_and_a_cpu(void **state)
{
	int file = user_lock_open();
	pid_t pid;

	(void)state;
	if (file < 0) {
		print_message("neither /run/user/UID nor /run/lock is writable here\n");
		skip();
	}
	pid = fork();
	if (pid == 0) /* ends with the lock of CPU 3 */
		_exit(user_lock_take(file, "test-user-lock", 3) ? 1 : 0);
	expect_child(pid);
	assert_int_equal(user_lock_take(file, "test-user-lock", 3), 0);
	pid = fork();
	if (pid == 0) {
		if (user_lock_take(file, "test-user-lock", 3) != getppid())
			_exit(1);
		if (user_lock_take(file, "test-user-lock", 4))
			_exit(2);
		if (user_lock_take(file, "test-user-lock-2", 3))
			_exit(3);
		_exit(0);
	}
	expect_child(pid);
	close(file);
}

/* Another user has a file of its own and cannot hold this one's locks. */
static void test_another_user_has_another_file(void **state)
{
	int file = user_lock_open();
	pid_t pid;

	(void)state;
	if (getuid() || file < 0) {
		print_message("only root can be another user\n");
		skip();
	}
	assert_int_equal(user_lock_take(file, "test-other-user", 3), 0);
	pid = fork();
	if (pid == 0) {
		int other;

		if (setgid(65534) || setuid(65534))
			_exit(1);
		other = user_lock_open();
		if (other >= 0 && user_lock_take(other, "test-other-user", 3))
			_exit(2);
		_exit(0);
	}
	expect_child(pid);
	close(file);
}

/* What a process expects is known of no other one, also not of one that shares its place. */
static void test_expectation_of_a_process(void **state)
{
	int file = user_lock_open();
	pid_t mine = getpid();

	(void)state;
	if (file < 0) {
		print_message("neither /run/user/UID nor /run/lock is writable here\n");
		skip();
	}
	user_lock_expect(file, 77);
	assert_int_equal(user_lock_expected(file, mine), 77);
	assert_int_equal(user_lock_expected(file, mine + 65536), 0);
	user_lock_expect(file, 0);
	assert_int_equal(user_lock_expected(file, mine), 0);
	close(file);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lock_of_a_name_and_a_cpu),
		cmocka_unit_test(test_another_user_has_another_file),
		cmocka_unit_test(test_expectation_of_a_process),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
