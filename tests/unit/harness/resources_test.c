/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/resources.h"

#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "harness/base/clock.h"

static const struct timespec a_while = { .tv_nsec = 20000000 };

static void spin(void)
{
	uint64_t begin = bd_clock_ns();

	while (bd_clock_ns() - begin < 20000000)
		continue;
}

#define NAPS 100

/* Each is a voluntary switch. */
static void nap(void)
{
	const struct timespec briefly = { .tv_nsec = 1000 };

	for (int i = 0; i < NAPS; i++)
		nanosleep(&briefly, NULL);
}

/* Two busy phases; the naps between them do not count. A busy phase may wait for a page. */
static void test_phases(void **state)
{
	struct bd_meter meter;

	(void)state;
	bd_meter_open(&meter);
	for (int i = 0; i < 2; i++) {
		nap();
		bd_meter_begin(&meter);
		spin();
		bd_meter_end(&meter);
		assert_true(meter.used.wall_ns >= (i + 1) * 20000000);
		assert_in_range(meter.used.voluntary_switches, 0, NAPS / 10);
	}
	nap();
	bd_meter_close(&meter);
	assert_true(meter.used.cpu_ns > 0);
	assert_true(meter.used.migrations >= -1);
}

static void test_sleep(void **state)
{
	struct bd_meter meter;

	(void)state;
	bd_meter_open(&meter);
	bd_meter_begin(&meter);
	nanosleep(&a_while, NULL);
	bd_meter_end(&meter);
	bd_meter_close(&meter);
	assert_true(meter.used.wall_ns >= 20000000);
	assert_true(meter.used.cpu_ns < meter.used.wall_ns / 2);
	assert_true(meter.used.voluntary_switches >= 1);
}

/* Not known in one phase: not known. */
static void test_unknown(void **state)
{
	struct bd_meter meter;

	(void)state;
	bd_meter_open(&meter);
	bd_meter_begin(&meter);
	meter.start.major_faults = -1;
	bd_meter_end(&meter);
	bd_meter_begin(&meter);
	bd_meter_end(&meter);
	bd_meter_close(&meter);
	assert_int_equal(meter.used.major_faults, -1);
	assert_true(meter.used.minor_faults >= 0);
}

#define COMPETITORS 4

static cpu_set_t own_cpus;

static int64_t cpu_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* Until all threads together have used so much CPU time. */
static void use_cpu(int64_t ns)
{
	int64_t end = cpu_ns() + ns;

	while (cpu_ns() < end)
		continue;
}

/* This process is on one CPU from now on, on which `count` others are busy. */
static int compete(pid_t *pids, int count)
{
	cpu_set_t one;

	CPU_ZERO(&one);
	CPU_SET(sched_getcpu(), &one);
	if (sched_getaffinity(0, sizeof(own_cpus), &own_cpus) ||
		sched_setaffinity(0, sizeof(one), &one))
		return -1;
	for (int i = 0; i < count; i++) {
		pids[i] = fork();
		if (pids[i] == 0) {
			prctl(PR_SET_PDEATHSIG, SIGKILL);
			for (;;)
				continue;
		}
	}
	return 0;
}

static void end_competition(const pid_t *pids, int count)
{
	for (int i = 0; i < count; i++) {
		kill(pids[i], SIGKILL);
		waitpid(pids[i], NULL, 0);
	}
	sched_setaffinity(0, sizeof(own_cpus), &own_cpus);
}

/* The delay in a sample that uses so much CPU time, and then sleeps; -1: unknown. */
static int64_t delay_of(int64_t busy_ns, int64_t sleep_ns, int64_t *wall_ns, int64_t *used_ns)
{
	const struct timespec sleep = { .tv_nsec = sleep_ns };
	struct bd_sample_usage usage;
	struct bd_meter meter;
	int64_t delay_ns;
	uint64_t begin;

	bd_meter_open(&meter);
	bd_meter_begin(&meter);
	bd_sample_begin(&usage, &meter);
	*used_ns = -cpu_ns();
	begin = bd_clock_ns();
	use_cpu(busy_ns);
	if (sleep_ns)
		nanosleep(&sleep, NULL);
	*wall_ns = (int64_t)(bd_clock_ns() - begin);
	*used_ns += cpu_ns();
	delay_ns = bd_sample_delay(&usage, &meter, *wall_ns);
	bd_meter_end(&meter);
	bd_meter_close(&meter);
	return meter.used.run_delay_ns < 0 ? -1 : delay_ns;
}

/* Others have four fifths of the CPU; half of that is much more than the scheduler's
 * unfairness. */
static void test_delay(void **state)
{
	pid_t pids[COMPETITORS] = { 0 };
	int64_t delay_ns, asleep_ns, wall_ns, used_ns, ignored;

	(void)state;
	if (compete(pids, COMPETITORS))
		skip();
	delay_ns = delay_of(50000000, 0, &wall_ns, &used_ns);
	/* Far more than 1 % of its time, however busy the machine is. */
	asleep_ns = delay_of(5000000, 500000000, &ignored, &ignored);
	end_competition(pids, COMPETITORS);
	if (delay_ns < 0)
		skip();
	assert_true(delay_ns > wall_ns * 2 / 5);
	assert_true(delay_ns <= wall_ns);
	/* It waited for something itself: the others may have worked for it. */
	assert_int_equal(asleep_ns, 0);
}

static void *spin_until(void *stop)
{
	while (!__atomic_load_n((int *)stop, __ATOMIC_RELAXED))
		continue;
	return NULL;
}

/* A thread of the process itself is no other process: most of the wall time is its CPU time. */
static void test_own_thread(void **state)
{
	int64_t delay_ns, wall_ns, used_ns;
	pthread_t thread;
	int stop = 0;

	(void)state;
	if (compete(NULL, 0))
		skip();
	assert_int_equal(pthread_create(&thread, NULL, spin_until, &stop), 0);
	delay_ns = delay_of(50000000, 0, &wall_ns, &used_ns);
	__atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
	pthread_join(thread, NULL);
	end_competition(NULL, 0);
	/* What both threads used may exceed wall_ns. */
	assert_true(delay_ns == 0 || delay_ns <= wall_ns - used_ns);
}

/* 32 MiB that are touched show in the peak. */
static void test_peak(void **state)
{
	const size_t size = 32 << 20;
	int64_t before;
	char *memory;

	(void)state;
	bd_peak_reset();
	before = bd_peak_kib();
	if (before < 0)
		skip();
	memory = malloc(size);
	memset(memory, 1, size);
	__asm__ volatile("" : : "g"(memory) : "memory");
	assert_true(bd_peak_kib() >= before + (int64_t)size / 1024 / 2);
	free(memory);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_phases),
		cmocka_unit_test(test_sleep),
		cmocka_unit_test(test_unknown),
		cmocka_unit_test(test_delay),
		cmocka_unit_test(test_own_thread),
		cmocka_unit_test(test_peak),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
