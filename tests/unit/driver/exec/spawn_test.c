/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/exec/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

/* The first CPU on which this test may run. */
static int some_cpu(void)
{
	cpu_set_t set;
	int cpu = 0;

	assert_int_equal(sched_getaffinity(0, sizeof(set), &set), 0);
	while (cpu < CPU_SETSIZE - 1 && !CPU_ISSET(cpu, &set))
		cpu++;
	return cpu;
}

/* The CPU of a worker went offline; its launches run elsewhere, and nobody says otherwise. */
static void test_who_cannot_be_pinned_says_so(void **state)
{
	char *const args[] = { "true", NULL };
	struct spawn spawn = { .job.path = "/bin/true",
		.job.args = args,
		.job.env = environ,
		.cpu = CPU_SETSIZE - 1 };
	pid_t pid;
	int status;

	(void)state;
	spawn.row_fd = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 10);
	spawn.errors_fd = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 10);
	pid = spawn_process(&spawn);
	assert_true(pid > 0);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
	assert_int_equal(spawn.cpu, -1);
	spawn.cpu = some_cpu();
	pid = spawn_process(&spawn);
	assert_true(pid > 0);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(spawn.cpu, some_cpu());
	close(spawn.row_fd);
	close(spawn.errors_fd);
}

/* The first thing that a program does is limited. The child is on the CPU of this process,
 * which cannot run beside it. */
static void test_limits_hold_from_the_start(void **state)
{
	char *const args[] = { "sh", "-c", "[ $(ulimit -t) = 33 ]", NULL };
	struct spawn spawn = { .job.path = "/bin/sh",
		.job.args = args,
		.job.env = environ,
		.cpu = some_cpu(),
		.job.limits = { .cpu_seconds = 33 } }; /* valgrind passes this one on */
	cpu_set_t before, one;
	int status, unlimited = 0;

	(void)state;
	CPU_ZERO(&one);
	CPU_SET(some_cpu(), &one);
	assert_int_equal(sched_getaffinity(0, sizeof(before), &before), 0);
	assert_int_equal(sched_setaffinity(0, sizeof(one), &one), 0);
	spawn_politely(true);
	for (int i = 0; i < 50; i++) {
		pid_t pid = spawn_process(&spawn);

		assert_true(pid > 0);
		assert_int_equal(waitpid(pid, &status, 0), pid);
		unlimited += status != 0;
	}
	spawn_politely(false);
	sched_setaffinity(0, sizeof(before), &before);
	assert_int_equal(unlimited, 0);
}

/* Words of sched_attr: size and policy, flags, nice and priority, slice. */
static uint64_t slice_ns(pid_t pid)
{
	uint64_t words[6] = { 0 };

	assert_int_equal(syscall(SYS_sched_getattr, pid, words, sizeof(words), 0), 0);
	return words[3];
}

/* Others interrupt a launch less often than the driver. */
static void test_a_launch_has_a_long_slice(void **state)
{
	char *const args[] = { "sleep", "60", NULL };
	struct spawn spawn = { .job.path = "/bin/sleep",
		.job.args = args,
		.job.env = environ,
		.cpu = some_cpu() };
	pid_t pid;

	(void)state;
	if (!slice_ns(0))
		skip(); /* Linux before 6.12 */
	pid = spawn_process(&spawn);
	assert_true(pid > 0);
	assert_int_equal(slice_ns(pid), 20000000);
	assert_true(slice_ns(0) < 20000000);
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

static unsigned count_of(const struct string_list *list, const char *text)
{
	unsigned count = 0;

	for (char **p = list->items; *p; p++)
		count += !strncmp(*p, text, strlen(text));
	return count;
}

/* Its own variables replace those of this process. */
static void test_environment(void **state)
{
	struct string_list env = { 0 }, own = { 0 };

	(void)state;
	setenv("SPAWN_A", "process", 1);
	setenv("SPAWN_AB", "process", 1);
	string_list_add(&own, "SPAWN_A=own");
	spawn_environment(&env, &own);
	assert_int_equal(count_of(&env, "SPAWN_A="), 1);
	assert_int_equal(count_of(&env, "SPAWN_A=own"), 1);
	assert_int_equal(count_of(&env, "SPAWN_AB=process"), 1);
	string_list_release(&env);
	string_list_release(&own);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_who_cannot_be_pinned_says_so),
		cmocka_unit_test(test_limits_hold_from_the_start),
		cmocka_unit_test(test_a_launch_has_a_long_slice),
		cmocka_unit_test(test_environment),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
