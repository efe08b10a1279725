/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A driver that was stopped for a while, as Ctrl-Z does, is not the fault of what it had
 * started. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "driver/exec/process_sweep.h"
#include "driver/exec/scheduler.h"

struct one {
	uint64_t timeout_ms;
	bool given;
	struct job_result result;
};

static enum job_answer next(void *ctx, unsigned worker, bool draining, struct job *job)
{
	static char *args[] = { "/bin/sh", "-c", "kill -STOP $PPID; exit 3", NULL },
		    *env[] = { NULL };
	struct one *one = ctx;

	(void)worker;
	if (one->given || draining)
		return JOB_NONE;
	one->given = true;
	*job = (struct job){ .path = args[0],
		.args = args,
		.env = env,
		.timeout_ms = one->timeout_ms,
		.grace_ms = 1000 };
	return JOB_READY;
}

static int done(void *ctx, unsigned worker, const struct job_result *result)
{
	(void)worker;
	((struct one *)ctx)->result = *result;
	return 0;
}

/* Lets this process go on again and again, each time after so long. */
static pid_t wake_up(uint64_t ms)
{
	const struct timespec pause = { (time_t)(ms / 1000), (long)(ms % 1000) * 1000000 };
	pid_t parent = getpid(), pid = fork();

	while (pid == 0) {
		nanosleep(&pause, NULL);
		if (getppid() != parent)
			_exit(0);
		kill(parent, SIGCONT);
	}
	assert_true(pid > 0);
	return pid;
}

static void test_who_ended_in_time_is_no_timeout(void **state)
{
	const int cpus[] = { -1 };
	const struct scheduler_options options = { .workers = 1, .cpus = cpus };
	struct one one = { .result.end = JOB_TIMEOUT };
	struct job_source source = { .next = next, .done = done, .ctx = &one };
	struct err e = { "" };

	(void)state;
	/* On a busy machine even the start may take longer than the first limit. */
	for (uint64_t ms = 500; ms < 60000 && one.result.end == JOB_TIMEOUT; ms *= 4) {
		pid_t helper = wake_up(ms + ms / 2);

		sweep_spare_children();
		one = (struct one){ .timeout_ms = ms };
		assert_int_equal(scheduler_run(&options, &source, &e), 0);
		kill(helper, SIGKILL);
		waitpid(helper, NULL, 0);
	}
	assert_int_equal(one.result.end, JOB_EXITED);
	assert_int_equal(one.result.code, 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_who_ended_in_time_is_no_timeout),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
