/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/exec/cpu_waker.h"

#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

/* The first two CPUs on which this test may run, and what the test itself may use. */
struct machine {
	cpu_set_t all;
	int cpus[2];
	unsigned count;
};

static struct machine look(void)
{
	struct machine m = { .count = 0 };

	assert_int_equal(sched_getaffinity(0, sizeof(m.all), &m.all), 0);
	for (int cpu = 0; cpu < CPU_SETSIZE && m.count < 2; cpu++)
		if (CPU_ISSET(cpu, &m.all))
			m.cpus[m.count++] = cpu;
	return m;
}

static bool may_run_on_only(int cpu)
{
	cpu_set_t set;

	assert_int_equal(sched_getaffinity(0, sizeof(set), &set), 0);
	return CPU_COUNT(&set) == 1 && CPU_ISSET(cpu, &set);
}

/* A child that ends when `*pipe` is closed. */
static pid_t start_child(int *to)
{
	int ends[2];
	pid_t pid;
	char byte;

	assert_int_equal(pipe(ends), 0);
	pid = fork();
	assert_true(pid >= 0);
	if (pid == 0) {
		close(ends[1]);
		while (read(ends[0], &byte, 1) > 0)
			;
		_exit(0);
	}
	close(ends[0]);
	*to = ends[1];
	return pid;
}

static void end_child(pid_t pid, int to)
{
	close(to);
	assert_int_equal(waitpid(pid, NULL, 0), pid);
}

static void wait_until_on(int cpu)
{
	for (unsigned i = 0; i < 60000 && !may_run_on_only(cpu); i++)
		usleep(1000);
	assert_true(may_run_on_only(cpu));
}

static void test_calls_the_driver_where_a_launch_ended(void **state)
{
	struct machine m = look();
	struct cpu_wakers *wakers = m.count == 2 ? cpu_wakers_open(m.cpus, 2) : NULL;
	pid_t pid;
	int to;

	(void)state;
	if (!wakers)
		skip();
	for (unsigned i = 0; i < 6; i++) {
		pid = start_child(&to);
		cpu_wakers_watch(wakers, i % 2, pid);
		cpu_wakers_rest(wakers);
		end_child(pid, to);
		wait_until_on(m.cpus[i % 2]);
		cpu_wakers_rise(wakers);
	}
	cpu_wakers_close(wakers);
	sched_setaffinity(0, sizeof(m.all), &m.all);
}

/* Nobody moves it while it works, but the call is heard; and the first launch of the worker
 * could not be ended. */
static void test_a_busy_driver_comes_when_it_rests(void **state)
{
	struct machine m = look();
	struct cpu_wakers *wakers = m.count == 2 ? cpu_wakers_open(m.cpus, 2) : NULL;
	pid_t left, other;
	int to_left, to_other;

	(void)state;
	if (!wakers)
		skip();
	left = start_child(&to_left);
	cpu_wakers_watch(wakers, 0, left);
	other = start_child(&to_other);
	cpu_wakers_watch(wakers, 0, other);
	end_child(other, to_other);
	usleep(50000);
	assert_false(may_run_on_only(m.cpus[0]));
	cpu_wakers_rest(wakers);
	wait_until_on(m.cpus[0]);
	cpu_wakers_rise(wakers);
	end_child(left, to_left);
	cpu_wakers_close(wakers);
	sched_setaffinity(0, sizeof(m.all), &m.all);
}

static void test_follows_a_worker(void **state)
{
	struct machine m = look();
	struct cpu_wakers *wakers = m.count == 2 ? cpu_wakers_open(m.cpus, 2) : NULL;
	cpu_set_t other;

	(void)state;
	if (!wakers)
		skip();
	/* From another CPU each time: on the right one it may stay unpinned. */
	CPU_ZERO(&other);
	CPU_SET(m.cpus[1], &other);
	assert_int_equal(sched_setaffinity(0, sizeof(other), &other), 0);
	for (unsigned i = 0; i < 4; i++) {
		cpu_wakers_follow(wakers, i % 2);
		assert_true(may_run_on_only(m.cpus[i % 2]));
	}
	cpu_wakers_close(wakers);
	sched_setaffinity(0, sizeof(m.all), &m.all);
}

/* No waker where a worker has no CPU; and that is no error. */
static void test_does_without(void **state)
{
	const int cpus[2] = { 0, -1 };
	struct cpu_wakers *wakers = cpu_wakers_open(cpus, 2);

	(void)state;
	assert_null(wakers);
	cpu_wakers_watch(wakers, 0, getpid());
	cpu_wakers_follow(wakers, 1);
	cpu_wakers_rest(wakers);
	cpu_wakers_rise(wakers);
	cpu_wakers_close(wakers);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_calls_the_driver_where_a_launch_ended),
		cmocka_unit_test(test_a_busy_driver_comes_when_it_rests),
		cmocka_unit_test(test_follows_a_worker),
		cmocka_unit_test(test_does_without),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
