/* SPDX-License-Identifier: GPL-3.0-or-later */
/* slow: a lock that nobody listens on is ignored after 2 s. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "driver/machine/lock.h"
#include "harness/base/clock.h"

static const struct lock_wait at_once = { .allowed = false };

/* The names are those of the whole machine, on which this test may run twice. */
static void name_locks(const char *name)
{
	char own[64];

	snprintf(own, sizeof(own), "test-%s-%d", name, (int)getpid());
	setenv(LOCK_VARIABLE, own, 1);
}

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
	char c;
	pid_t pid;

	(void)state;
	name_locks("plain");
	assert_int_equal(pipe(ready), 0);
	assert_int_equal(lock_take(&lock, mine, 2, &at_once, &e), 0);
	pid = fork();
	if (pid == 0) {
		int waits = 0;
		const struct lock_wait waiting = { true, 1, count_wait, &waits, 0 };

		lock_release(&lock); /* the child's copies */
		if (lock_take(&other, apart, 1, &at_once, &e))
			_exit(1);
		lock_release(&other);
		if (!lock_take(&other, overlapping, 3, &at_once, &e) ||
			!strstr(e.text, "CPU 3"))
			_exit(2);
		if (write(ready[1], "x", 1) != 1)
			_exit(3);
		if (lock_take(&other, overlapping, 3, &waiting, &e))
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
	assert_int_equal(lock_take(&lock, overlapping, 3, &at_once, &e), 0);
	lock_release(&lock);
	setenv(LOCK_VARIABLE, "", 1);
	assert_int_equal(lock_take(&lock, mine, 2, &at_once, &e), 0);
	assert_int_equal(lock_take(&other, mine, 2, &at_once, &e), 0);
	lock_release(&lock);
	lock_release(&other);
	close(ready[0]);
	close(ready[1]);
}

/* The lock of CPU 9, held by a process of user `uid` until *child is killed. */
static void squat(pid_t *child, uid_t uid, bool listens)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int n = snprintf(address.sun_path + 1, sizeof(address.sun_path) - 1, "%s-cpu-9",
		    getenv(LOCK_VARIABLE)),
	    ready[2];
	char c;

	assert_int_equal(pipe(ready), 0);
	*child = fork();
	if (*child == 0) {
		int fd = socket(AF_UNIX, SOCK_STREAM, 0);

		/* A failed assertion must not leave it behind. */
		if (setuid(uid) || prctl(PR_SET_PDEATHSIG, SIGKILL) ||
			bind(fd, (struct sockaddr *)&address,
				(socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 +
					    (size_t)n)) ||
			(listens && listen(fd, 1)) || write(ready[1], "x", 1) != 1)
			_exit(1);
		for (;;)
			pause();
	}
	close(ready[1]);
	assert_int_equal(read(ready[0], &c, 1), 1);
	close(ready[0]);
}

static void end(pid_t child)
{
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
}

static void keep_sentence(void *ctx, const char *sentence)
{
	snprintf(ctx, 256, "%s", sentence);
}

/* A name that is bound without listen() blocks nobody, and is named. */
static void test_a_lock_that_does_not_listen_is_ignored(void **state)
{
	const int cpu = 9;
	char said[256] = "";
	const struct lock_wait wait = { false, 1, keep_sentence, said, 0 };
	struct lock lock;
	struct err e;
	pid_t child;

	(void)state;
	name_locks("squat");
	squat(&child, getuid(), false);
	assert_int_equal(lock_take(&lock, &cpu, 1, &wait, &e), 0);
	assert_int_equal(lock.count, 0);
	assert_int_equal(lock.ignored, 1);
	assert_non_null(strstr(said, "CPU 9"));
	assert_non_null(strstr(said, "ignored"));
	lock_release(&lock);
	end(child);
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
	struct lock_wait wait = { true, 1, send_sentence, &said[1], 1 };
	char sentence[512], mine[64];
	struct lock lock;
	struct err e;
	FILE *in;
	pid_t pid;

	snprintf(mine, sizeof(mine), " for process %d (", (int)getpid());
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

/* Another user cannot block for longer than the limit. Runs of one user that ignore the lock
 * exclude each other. */
static void test_a_stranger_is_waited_for_with_a_limit(void **state)
{
	const int cpu = 9;
	char said[256] = "", pid[32];
	const struct lock_wait wait = { true, 300, keep_sentence, said, 0 };
	struct lock lock;
	struct err e;
	pid_t child, own;
	int status;

	(void)state;
	if (getuid()) {
		print_message("only root can be another user\n");
		skip();
	}
	name_locks("stranger");
	squat(&child, 65534, true);
	snprintf(pid, sizeof(pid), "process %d ", (int)child);
	assert_int_equal(lock_take(&lock, &cpu, 1, &at_once, &e), -1);
	assert_non_null(strstr(e.text, pid));
	assert_int_equal(lock_take(&lock, &cpu, 1, &wait, &e), 0);
	assert_int_equal(lock.ignored, 1);
	assert_non_null(strstr(said, pid));
	assert_non_null(strstr(said, "ignored"));
	if (lock.file < 0) {
		end(child);
		print_message("neither /run/user/UID nor /run/lock is writable here\n");
		skip();
	}
	lock_expect(&lock, bd_clock_ns() + 3599000000000);
	own = second_run(cpu);
	lock_release(&lock);
	assert_int_equal(waitpid(own, &status, 0), own);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
	end(child);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lock_excludes_and_names_its_holder),
		cmocka_unit_test(test_a_lock_that_does_not_listen_is_ignored),
		cmocka_unit_test(test_a_stranger_is_waited_for_with_a_limit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
