/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/exec/cpu_slicer.h"

#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

/* linux/sched/types.h, which does not go with sched.h: size, policy, flags, nice, priority,
 * runtime, deadline, period. */
struct attributes {
	uint32_t size, policy;
	uint64_t flags;
	uint32_t nice, priority;
	uint64_t runtime, deadline, period;
};

static uint64_t slice_ns(void)
{
	struct attributes now = { 0 };

	return syscall(SYS_sched_getattr, 0, &now, sizeof(now), 0) ? 0 : now.runtime;
}

/* In a child, as the slice stays. Kernels before 6.12 leave it as it is. */
static void test_a_slice_is_what_was_asked_for(void **state)
{
	int status;
	pid_t pid = fork();

	(void)state;
	if (pid == 0) {
		uint64_t before = slice_ns();

		cpu_slicer_shorten(CPU_SLICER_NS / 2);
		_exit(slice_ns() != (before ? CPU_SLICER_NS / 2 : 0));
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
}

static void test_it_ends_when_it_is_told_to(void **state)
{
	(void)state;
	cpu_slicer_stop(NULL);
	for (int i = 0; i < 20; i++) {
		struct cpu_slicer *slicer = cpu_slicer_start(sched_getcpu());

		assert_non_null(slicer);
		cpu_slicer_stop(slicer);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(
						    test_a_slice_is_what_was_asked_for),
		cmocka_unit_test(test_it_ends_when_it_is_told_to) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
