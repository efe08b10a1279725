/* SPDX-License-Identifier: GPL-3.0-or-later */
/* slow: one process does not end, for as long as bdriver waits. */
/* Small programs of the system stand for launches. */
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "driver/exec/process.h"
#include "driver/exec/spawn.h"

struct world {
	uv_loop_t loop;
	uv_signal_t child;
	struct sweep sweep;
	struct process process;
	bool is_done;
	struct job_result result;
	char row[64], errors[64];
};

static void done(void *ctx, unsigned worker, const struct job_result *result)
{
	struct world *w = ctx;

	assert_int_equal(worker, 0);
	assert_false(w->is_done);
	w->is_done = true;
	w->result = *result;
	snprintf(w->row, sizeof(w->row), "%s", result->row);
	snprintf(w->errors, sizeof(w->errors), "%s", result->errors);
}

static void on_child(uv_signal_t *signal, int number)
{
	struct world *w = signal->data;

	(void)number;
	process_reap(&w->process);
}

static int setup(void **state)
{
	struct world *w = calloc(1, sizeof(*w));

	assert_int_equal(spawn_prepare(), 0);
	sweep_spare_children();
	w->sweep.worker_count = 1;
	uv_loop_init(&w->loop);
	uv_signal_init(&w->loop, &w->child);
	w->child.data = w;
	uv_signal_start(&w->child, on_child, SIGCHLD);
	w->process = (struct process){ .sweep = &w->sweep, .cpu = -1, .done = done, .ctx = w };
	process_init(&w->process, &w->loop);
	*state = w;
	return 0;
}

static int teardown(void **state)
{
	struct world *w = *state;
	int open;

	process_close(&w->process);
	uv_close((uv_handle_t *)&w->child, NULL);
	uv_run(&w->loop, UV_RUN_DEFAULT);
	open = uv_loop_close(&w->loop);
	free(w);
	return open;
}

static void start(struct world *w, const char *program, const char *script, uint64_t timeout_ms)
{
	char *args[] = { (char *)program, "-c", (char *)script, NULL };
	const struct job job = { .path = program,
		.args = args,
		.env = environ,
		.timeout_ms = timeout_ms,
		.grace_ms = 50 };

	w->is_done = false;
	process_start(&w->process, &job);
	assert_false(w->is_done); /* never from within the call */
}

static void finish(struct world *w)
{
	while (!w->is_done)
		uv_run(&w->loop, UV_RUN_ONCE);
}

#define NO_LIMIT 600000

static void test_row_and_errors_are_kept(void **state)
{
	struct world *w = *state;

	start(w, "/bin/sh", "echo row >&3; echo error >&2; echo lost; exit 7", NO_LIMIT);
	finish(w);
	assert_int_equal(w->result.end, JOB_EXITED);
	assert_int_equal(w->result.code, 7);
	assert_string_equal(w->row, "row\n");
	assert_string_equal(w->errors, "error\n");
	assert_false(w->result.errors_cut);
	assert_int_equal(w->result.leftover, 0);
	assert_int_equal(w->result.cpu, -1);
	assert_true(w->result.wall_ns > 0);
}

/* A row that was written before the end is kept, whatever the end. */
static void test_signals(void **state)
{
	struct world *w = *state;

	start(w, "/bin/sh", "echo row >&3; kill -SEGV $$", NO_LIMIT);
	finish(w);
	assert_int_equal(w->result.end, JOB_SIGNALLED);
	assert_int_equal(w->result.code, SIGSEGV);
	assert_string_equal(w->row, "row\n");
}

static void test_what_cannot_be_started(void **state)
{
	struct world *w = *state;

	start(w, "/nonexistent", "", NO_LIMIT);
	finish(w);
	assert_int_equal(w->result.end, JOB_NOT_RUN);
	assert_int_equal(w->result.code, ENOENT);
}

/* SIGTERM, then SIGKILL. */
static void test_time_limit(void **state)
{
	struct world *w = *state;

	start(w, "/bin/sh", "trap '' TERM; while :; do sleep 1; done", 30);
	finish(w);
	assert_int_equal(w->result.end, JOB_TIMEOUT);
	assert_int_equal(w->result.timeout_ms, 30);
	assert_false(w->result.unending);
}

static void test_cancel(void **state)
{
	struct world *w = *state;

	start(w, "/bin/sh", "exec sleep 1000", NO_LIMIT);
	process_cancel(&w->process);
	finish(w);
	assert_int_equal(w->result.end, JOB_CANCELLED);
}

static void test_leftovers_are_ended_and_counted(void **state)
{
	struct world *w = *state;

	start(w, "/bin/sh", "setsid sleep 1000 & setsid sleep 1000 & exit 0", NO_LIMIT);
	finish(w);
	assert_int_equal(w->result.end, JOB_EXITED);
	assert_int_equal(w->result.leftover, 2);
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

/* A driver that was stopped for a while, as by Ctrl-Z, does not blame the launch. */
static void test_who_ended_in_time_is_no_timeout(void **state)
{
	struct world *w = *state;

	w->result.end = JOB_TIMEOUT;
	/* On a busy machine even the start may take longer than the first limit. */
	for (uint64_t ms = 500; ms < 60000 && w->result.end == JOB_TIMEOUT; ms *= 4) {
		pid_t helper = wake_up(ms + ms / 2);

		sweep_spare_children();
		start(w, "/bin/sh", "kill -STOP $PPID; exit 3", ms);
		finish(w);
		kill(helper, SIGKILL);
		waitpid(helper, NULL, 0);
	}
	assert_int_equal(w->result.end, JOB_EXITED);
	assert_int_equal(w->result.code, 3);
}

/* A process whose end its tracer keeps to itself stands for one that hangs in the kernel: its
 * parent sees nothing, not even after SIGKILL. Writes to `held` when it has got hold of it. */
static void hold(pid_t pid, int held)
{
	if (ptrace(PTRACE_SEIZE, pid, NULL, NULL) || write(held, "x", 1) != 1)
		_exit(1);
	for (;;)
		pause();
}

static void test_an_unending_launch_is_left_behind(void **state)
{
	struct world *w = *state;
	char held = 0;
	int ends[2];

	assert_int_equal(pipe(ends), 0);
	start(w, "/bin/sh", "exec sleep 1000", 1500);
	if (fork() == 0)
		hold(w->process.pid, ends[1]);
	close(ends[1]);
	finish(w);
	assert_int_equal(w->result.end, JOB_TIMEOUT);
	/* No right to trace, or too late on a busy machine: then it was an ordinary launch. */
	if (read(ends[0], &held, 1) == 1) {
		assert_true(w->result.unending);
		assert_true(w->result.leftover >= 1);
	} else {
		print_message("note: no process could be held, so none was unending\n");
	}
	close(ends[0]);
	start(w, "/bin/sh", "exit 3", NO_LIMIT);
	finish(w);
	assert_int_equal(w->result.code, 3);
}

#define WITH(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH(test_row_and_errors_are_kept),
		WITH(test_signals),
		WITH(test_what_cannot_be_started),
		WITH(test_time_limit),
		WITH(test_cancel),
		WITH(test_leftovers_are_ended_and_counted),
		WITH(test_who_ended_in_time_is_no_timeout),
		WITH(test_an_unending_launch_is_left_behind),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
