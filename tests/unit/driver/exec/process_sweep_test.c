/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whose leftover is a process that hides where it came from? */
#include <fcntl.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "driver/exec/process_sweep.h"

/* No process has such an id: the launches of the workers, for what is told here. */
#define LAUNCH 2000000000

/* A process in a session of its own, whose environment tells no worker. cpu: -1: not pinned. */
static pid_t leave(int cpu)
{
	int ready[2];
	char c;
	pid_t pid;

	assert_int_equal(pipe(ready), 0);
	pid = fork();
	if (pid == 0) {
		cpu_set_t one;

		setsid();
		CPU_ZERO(&one);
		if (cpu >= 0)
			CPU_SET(cpu, &one);
		if (cpu >= 0 && sched_setaffinity(0, sizeof(one), &one))
			_exit(1);
		close(ready[0]);
		close(ready[1]);
		for (;;)
			pause();
	}
	close(ready[1]);
	assert_int_equal(read(ready[0], &c, 1), 0);
	close(ready[0]);
	return pid;
}

/* While a process executes another program, it has no environment for a moment. */
static void wait_for_environment(pid_t pid)
{
	const struct timespec pause = { .tv_nsec = 1000000 };
	char path[64], c;
	ssize_t size = 0;

	snprintf(path, sizeof(path), "/proc/%d/environ", (int)pid);
	while (size == 0) {
		int fd = open(path, O_RDONLY | O_CLOEXEC);

		assert_true(fd >= 0);
		size = read(fd, &c, 1);
		close(fd);
		nanosleep(&pause, NULL);
	}
}

/* The same, and its environment tells the worker. */
static pid_t leave_of_worker(const char *worker)
{
	char variable[64];
	char *const args[] = { "sleep", "1000", NULL }, *const env[] = { variable, NULL };
	int ready[2];
	char c;
	pid_t pid;

	snprintf(variable, sizeof(variable), SWEEP_VARIABLE "=%s", worker);
	assert_int_equal(pipe2(ready, O_CLOEXEC), 0);
	pid = fork();
	if (pid == 0) {
		setsid();
		execve("/bin/sleep", args, env);
		_exit(1);
	}
	close(ready[1]);
	assert_int_equal(read(ready[0], &c, 1), 0);
	close(ready[0]);
	wait_for_environment(pid);
	return pid;
}

/* Sweeps until nothing is left; returns how many were ended. */
static unsigned sweep_all(struct sweep *sweep, unsigned worker)
{
	const struct timespec pause = { .tv_nsec = 1000000 };
	unsigned ended = 0;

	while (sweep_leftovers(sweep, worker, 0, &ended))
		nanosleep(&pause, NULL);
	return ended;
}

static bool lives(pid_t pid)
{
	return waitpid(pid, NULL, WNOHANG) == 0;
}

/* Two CPUs that this process may use. */
static void two_cpus(int *cpus)
{
	cpu_set_t set;
	int found = 0;

	assert_int_equal(sched_getaffinity(0, sizeof(set), &set), 0);
	if (CPU_COUNT(&set) < 2)
		skip();
	for (int cpu = 0; found < 2; cpu++)
		if (CPU_ISSET(cpu, &set))
			cpus[found++] = cpu;
}

static void test_its_environment_tells_the_worker(void **state)
{
	struct sweep sweep = {
		.worker_count = 2, .live = { LAUNCH, LAUNCH + 1 }, .cpus = { -1, -1 }
	};
	pid_t pid = leave_of_worker("1");

	(void)state;
	assert_int_equal(sweep_all(&sweep, 0), 0);
	assert_true(lives(pid));
	assert_int_equal(sweep_all(&sweep, 1), 1);
	assert_false(lives(pid));
}

static void test_pinned_like_the_launch_of_another_worker(void **state)
{
	struct sweep sweep = { .worker_count = 2, .live = { LAUNCH, LAUNCH + 1 } };
	pid_t pid;

	(void)state;
	unsetenv(SWEEP_VARIABLE);
	two_cpus(sweep.cpus);
	pid = leave(sweep.cpus[1]);
	assert_int_equal(sweep_all(&sweep, 0), 0);
	assert_true(lives(pid));
	assert_int_equal(sweep_all(&sweep, 1), 1);
	assert_false(lives(pid));
}

/* The other worker has nothing running, or is pinned there as well, or nobody is pinned. */
static void test_otherwise_it_is_ended(void **state)
{
	struct sweep sweep = { .worker_count = 2, .live = { LAUNCH, 0 } };

	(void)state;
	two_cpus(sweep.cpus);
	leave(sweep.cpus[1]);
	assert_int_equal(sweep_all(&sweep, 0), 1);
	sweep.live[1] = LAUNCH + 1;
	leave(sweep.cpus[0]);
	assert_int_equal(sweep_all(&sweep, 0), 1);
	leave(-1);
	assert_int_equal(sweep_all(&sweep, 0), 1);
	sweep.cpus[0] = sweep.cpus[1];
	leave(sweep.cpus[1]);
	assert_int_equal(sweep_all(&sweep, 0), 1);
}

/* Was a child of the shell that became this program. */
static void test_who_was_there_before_is_spared(void **state)
{
	struct sweep sweep = { .worker_count = 1, .live = { LAUNCH }, .cpus = { -1 } };
	pid_t before = leave(-1), after;

	(void)state;
	sweep_spare_children();
	after = leave(-1);
	assert_int_equal(sweep_all(&sweep, 0), 1);
	assert_int_equal(kill(after, 0), -1);
	assert_int_equal(waitpid(before, NULL, WNOHANG), 0);
	kill(before, SIGKILL);
	assert_int_equal(waitpid(before, NULL, 0), before);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_its_environment_tells_the_worker),
		cmocka_unit_test(test_pinned_like_the_launch_of_another_worker),
		cmocka_unit_test(test_otherwise_it_is_ended),
		cmocka_unit_test(test_who_was_there_before_is_spared),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
