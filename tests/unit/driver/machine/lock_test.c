/* SPDX-License-Identifier: GPL-3.0-or-later */
/* slow: who waits for a lock looks again after half a second. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "driver/machine/lock.h"
#include "harness/base/clock.h"
#include "harness/base/err.h"

static const struct lock_wait at_once = { .most_ns = 0 };

/* The names are those of the whole machine, on which this test may run twice. */
static void name_locks(const char *name)
{
	char own[64];

	snprintf(own, sizeof(own), "test-%s-%d", name, (int)getpid());
	setenv(LOCK_VARIABLE, own, 1);
}

static void skip_without(const struct lock *lock, enum lock_file file)
{
	if (lock->files[file] >= 0)
		return;
	print_message("neither /run/user/UID nor /run/lock is writable here\n");
	skip();
}

static void expect_success(pid_t pid)
{
	int status;

	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
}

static void send_sentence(void *ctx, const char *sentence)
{
	dprintf(*(const int *)ctx, "%s\n", sentence);
}

/* Another process that wants the CPU, once it has said again that it waits for this one, and
 * how long that expects to take. */
static pid_t second_run(int cpu)
{
	int said[2];
	struct lock_wait wait = { -1, 1, send_sentence, &said[1], 1 };
	char sentence[512], mine[64];
	struct lock lock;
	struct err e;
	FILE *in;
	pid_t pid;

	snprintf(mine, sizeof(mine), " for process %d of user ", (int)getpid());
	assert_int_equal(pipe(said), 0);
	pid = fork();
	if (pid == 0) {
		close(said[0]);
		signal(SIGPIPE, SIG_IGN);
		_exit(lock_take(&lock, &cpu, 1, &wait, &e) ? 1 : 0);
	}
	close(said[1]);
	in = fdopen(said[0], "re");
	assert_non_null(in);
	while (fgets(sentence, sizeof(sentence), in) &&
		(!strstr(sentence, mine) || !strstr(sentence, "still waiting after ") ||
			!strstr(sentence, " and expects ")))
		;
	assert_int_equal(feof(in), 0);
	fclose(in);
	return pid;
}

/* A second process has other CPUs, and is refused a common one with the holder's name. */
static void test_lock_excludes_and_names_its_holder(void **state)
{
	const int mine[] = { 3, 1, 3 }, apart[] = { 2 }, overlapping[] = { 3, 5, -1 };
	struct lock lock, other;
	char holder[32];
	struct err e;
	pid_t pid;

	(void)state;
	name_locks("plain");
	assert_int_equal(lock_take(&lock, mine, 3, &at_once, &e), 0);
	skip_without(&lock, LOCK_SHARED);
	pid = fork();
	if (pid == 0) {
		snprintf(holder, sizeof(holder), "process %d ", (int)getppid());
		if (lock_take(&other, apart, 1, &at_once, &e))
			_exit(1);
		lock_release(&other);
		if (!lock_take(&other, overlapping, 3, &at_once, &e) ||
			!strstr(e.text, "CPU 3") || !strstr(e.text, holder))
			_exit(2);
		name_locks("another");
		if (lock_take(&other, mine, 3, &at_once, &e))
			_exit(3);
		setenv(LOCK_VARIABLE, "", 1);
		_exit(lock_take(&other, mine, 3, &at_once, &e) ? 4 : 0);
	}
	expect_success(pid);
	lock_release(&lock);
}

/* Locks end with lock_release(), and with the process that holds them. */
static void test_who_waits_gets_the_lock_in_the_end(void **state)
{
	const int cpu = 3;
	struct lock lock;
	struct err e;
	pid_t pid;

	(void)state;
	name_locks("wait");
	assert_int_equal(lock_take(&lock, &cpu, 1, &at_once, &e), 0);
	skip_without(&lock, LOCK_SHARED);
	skip_without(&lock, LOCK_OWN);
	lock_expect(&lock, bd_clock_ns(), bd_clock_ns() + 3599000000000);
	pid = second_run(cpu);
	lock_release(&lock);
	expect_success(pid);
	assert_int_equal(lock_take(&lock, &cpu, 1, &at_once, &e), 0);
	lock_release(&lock);
}

/* The locks of CPU 9, held by a process of another user until it is killed. 0: nobody else can
 * open the shared file here, as in a chroot whose root is not open to others. */
static pid_t stranger(void)
{
	const int cpu = 9;
	struct lock lock;
	struct err e;
	int ready[2];
	char c;
	pid_t pid;

	assert_int_equal(pipe(ready), 0);
	pid = fork();
	if (pid == 0) {
		/* A failed assertion must not leave it behind. */
		if (setgid(65534) || setuid(65534) || prctl(PR_SET_PDEATHSIG, SIGKILL) ||
			lock_take(&lock, &cpu, 1, &at_once, &e) ||
			write(ready[1], lock.files[LOCK_SHARED] < 0 ? "-" : "x", 1) != 1)
			_exit(1);
		for (;;)
			pause();
	}
	close(ready[1]);
	assert_int_equal(read(ready[0], &c, 1), 1);
	close(ready[0]);
	if (c == 'x')
		return pid;
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	return 0;
}

static void keep_sentence(void *ctx, const char *sentence)
{
	snprintf(ctx, 256, "%s", sentence);
}

/* Another user cannot block for longer than the limit. Runs of one user that ignore the lock
 * exclude each other. */
static void test_a_stranger_is_waited_for_with_a_limit(void **state)
{
	const int cpu = 9;
	char said[256] = "", pid[32];
	const struct lock_wait wait = { -1, 300, keep_sentence, said, 0 };
	struct lock lock;
	struct err e;
	pid_t child, own;

	(void)state;
	if (getuid()) {
		print_message("only root can be another user\n");
		skip();
	}
	name_locks("stranger");
	assert_int_equal(lock_take(&lock, &cpu, 1, &at_once, &e), 0);
	skip_without(&lock, LOCK_SHARED);
	skip_without(&lock, LOCK_OWN);
	lock_release(&lock);
	child = stranger();
	if (!child) {
		print_message("another user cannot open the lock here\n");
		skip();
	}
	snprintf(pid, sizeof(pid), "process %d ", (int)child);
	assert_int_equal(lock_take(&lock, &cpu, 1, &at_once, &e), -1);
	assert_non_null(strstr(e.text, pid));
	assert_int_equal(lock_take(&lock, &cpu, 1, &wait, &e), 0);
	assert_int_equal(lock.ignored, 1);
	assert_non_null(strstr(said, pid));
	assert_non_null(strstr(said, "ignored"));
	lock_expect(&lock, bd_clock_ns(), bd_clock_ns() + 3599000000000);
	own = second_run(cpu);
	lock_release(&lock);
	expect_success(own);
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lock_excludes_and_names_its_holder),
		cmocka_unit_test(test_who_waits_gets_the_lock_in_the_end),
		cmocka_unit_test(test_a_stranger_is_waited_for_with_a_limit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
