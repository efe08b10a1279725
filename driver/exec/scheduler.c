/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/exec/scheduler.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <uv.h>

#include "compare/base/memory.h"
#include "driver/base/child.h"
#include "driver/exec/cpu_waker.h"
#include "driver/exec/process.h"
#include "driver/exec/spawn.h"

/*
 * Method: one libuv loop. A worker is a struct process that is idle or has one launch; whenever
 * a launch ends, all idle workers ask the source again, since any end may be what another one
 * waited for. The loop ends when nobody runs and nobody gets a job. SIGCHLD is taken as a hint
 * only: each worker asks for its own child. The first signal lets slots end, the second cancels
 * what runs. Signals are let through only inside the loop, so none falls between two runs.
 */

#define SIGNALS 3
/* More than the event loop opens. */
#define LOOP_DESCRIPTORS 16

struct scheduler {
	uv_loop_t loop;
	uv_signal_t signals[SIGNALS], children;
	uv_timer_t ticker;
	uv_prepare_t rest;
	uv_check_t rise;
	const struct scheduler_options *options;
	const struct job_source *source;
	struct process *processes;
	struct sweep sweep;
	struct cpu_wakers *wakers; /* NULL: the driver has CPUs of its own */
	cpu_set_t cpus;            /* where the driver may run */
	unsigned busy;
	int signal;  /* the first that came, 0: none */
	bool failed; /* done() asked to stop */
	bool holds;  /* see scheduler_hold_signals() */
};

static const int numbers[SIGNALS] = { SIGINT, SIGTERM, SIGHUP };

/* Those that stop a run, which are blocked or unblocked. */
static sigset_t mask_signals(int how)
{
	sigset_t set;

	sigemptyset(&set);
	for (unsigned i = 0; i < SIGNALS; i++)
		sigaddset(&set, numbers[i]);
	sigprocmask(how, &set, NULL);
	return set;
}

void scheduler_hold_signals(void)
{
	mask_signals(SIG_BLOCK);
}

void scheduler_let_signals(void)
{
	sigset_t set = mask_signals(SIG_BLOCK);

	while (sigtimedwait(&set, NULL, &(struct timespec){ 0 }) > 0)
		;
	mask_signals(SIG_UNBLOCK);
}

static bool holds_signals(void)
{
	sigset_t now;

	sigprocmask(SIG_BLOCK, NULL, &now);
	return sigismember(&now, numbers[0]);
}

static bool ask(struct scheduler *s, unsigned worker)
{
	struct job job = { 0 };
	bool draining = s->signal != 0;

	if (s->failed || s->processes[worker].state != PROCESS_IDLE)
		return false;
	if (s->source->next(s->source->ctx, worker, draining, &job) != JOB_READY)
		return false;
	s->busy++;
	cpu_wakers_rest(s->wakers);
	process_start(&s->processes[worker], &job);
	cpu_wakers_rise(s->wakers);
	if (s->processes[worker].pid > 0 && !job.anywhere)
		cpu_wakers_watch(s->wakers, worker, s->processes[worker].pid);
	return true;
}

static void close_all(struct scheduler *s)
{
	if (s->holds)
		scheduler_hold_signals();
	for (unsigned i = 0; i < s->options->workers; i++)
		process_close(&s->processes[i]);
	for (unsigned i = 0; i < SIGNALS; i++)
		uv_close((uv_handle_t *)&s->signals[i], NULL);
	uv_close((uv_handle_t *)&s->children, NULL);
	uv_close((uv_handle_t *)&s->ticker, NULL);
	uv_close((uv_handle_t *)&s->rest, NULL);
	uv_close((uv_handle_t *)&s->rise, NULL);
}

/* An idle worker may have waited for any end or start, so all are asked. */
static void ask_all(struct scheduler *s, unsigned first)
{
	unsigned n = s->options->workers;
	bool started;

	do {
		started = false;
		for (unsigned i = 0; i < n; i++)
			started |= ask(s, (first + i) % n);
	} while (started);
	if (!s->busy)
		close_all(s);
}

static void cancel_all(struct scheduler *s)
{
	for (unsigned i = 0; i < s->options->workers; i++)
		process_cancel(&s->processes[i]);
}

static void on_done(void *ctx, unsigned worker, const struct job_result *result)
{
	struct scheduler *s = ctx;

	s->busy--;
	cpu_wakers_follow(s->wakers, worker);
	if (s->source->done(s->source->ctx, worker, result) && !s->failed) {
		s->failed = true;
		cancel_all(s);
	}
	ask_all(s, worker);
}

static void on_signal(uv_signal_t *handle, int number)
{
	struct scheduler *s = handle->data;
	bool again = s->signal != 0;

	if (!again)
		s->signal = number;
	if (s->source->stopping)
		s->source->stopping(s->source->ctx, again);
	if (again)
		cancel_all(s);
}

/* One SIGCHLD may stand for many. */
static void on_child(uv_signal_t *handle, int number)
{
	struct scheduler *s = handle->data;

	(void)number;
	for (unsigned i = 0; i < s->options->workers; i++)
		process_reap(&s->processes[i]);
}

static void on_timer(uv_timer_t *timer)
{
	struct scheduler *s = timer->data;

	s->source->tick(s->source->ctx);
}

static void on_rest(uv_prepare_t *handle)
{
	cpu_wakers_rest(((struct scheduler *)handle->data)->wakers);
}

static void on_rise(uv_check_t *handle)
{
	cpu_wakers_rise(((struct scheduler *)handle->data)->wakers);
}

static void keep_to(const struct scheduler_options *options)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	for (unsigned i = 0; i < options->own_count; i++)
		CPU_SET(options->own[i], &set);
	if (options->own_count)
		sched_setaffinity(0, sizeof(set), &set);
}

static void open_handles(struct scheduler *s)
{
	const struct scheduler_options *o = s->options;

	for (unsigned i = 0; i < SIGNALS; i++) {
		uv_signal_init(&s->loop, &s->signals[i]);
		s->signals[i].data = s;
		uv_signal_start(&s->signals[i], on_signal, numbers[i]);
	}
	uv_signal_init(&s->loop, &s->children);
	s->children.data = s;
	uv_signal_start(&s->children, on_child, SIGCHLD);
	uv_timer_init(&s->loop, &s->ticker);
	s->ticker.data = s;
	if (o->tick_ms && s->source->tick)
		uv_timer_start(&s->ticker, on_timer, o->tick_ms, o->tick_ms);
	uv_prepare_init(&s->loop, &s->rest);
	uv_check_init(&s->loop, &s->rise);
	s->rest.data = s->rise.data = s;
	if (s->wakers) {
		uv_prepare_start(&s->rest, on_rest);
		uv_check_start(&s->rise, on_rise);
	}
	for (unsigned i = 0; i < o->workers; i++) {
		s->processes[i] = (struct process){ .sweep = &s->sweep,
			.worker = i,
			.cpu = o->cpus[i],
			.cpus = &s->cpus,
			.done = on_done,
			.ctx = s };
		process_init(&s->processes[i], &s->loop);
	}
	if (s->holds)
		mask_signals(SIG_UNBLOCK);
}

/* libuv aborts the program where its own pipe cannot be made. */
static int check_descriptors(struct err *e)
{
	int fds[LOOP_DESCRIPTORS], count = 0, error = 0;

	while (count < LOOP_DESCRIPTORS && !error) {
		fds[count] = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0);
		if (fds[count] < 0)
			error = errno;
		else
			count++;
	}
	while (count > 0)
		close(fds[--count]);
	return error ? bd_err(e, "no launch can be started: %s; " SHORTAGE_ADVICE,
			       strerror(error))
		     : 0;
}

int scheduler_run(
	const struct scheduler_options *options, const struct job_source *source, struct err *e)
{
	struct scheduler *s;
	int rc;

	if (options->workers < 1 || options->workers > JOB_WORKERS_MAX)
		return bd_err(e, "%u workers: give 1 to %d", options->workers, JOB_WORKERS_MAX);
	if (check_descriptors(e))
		return -1;
	s = memory_zeroed(1, sizeof(*s));
	s->options = options;
	s->source = source;
	s->holds = holds_signals();
	s->sweep.worker_count = options->workers;
	rc = uv_loop_init(&s->loop);
	if (rc) {
		free(s);
		return bd_err(e, "The event loop cannot be made: %s", uv_strerror(rc));
	}
	s->processes = memory_zeroed(options->workers, sizeof(*s->processes));
	sched_getaffinity(0, sizeof(s->cpus), &s->cpus);
	keep_to(options);
	spawn_politely(!options->own_count);
	/* If this fails, the first launch fails and reports it. */
	spawn_prepare();
	if (!options->own_count)
		s->wakers = cpu_wakers_open(options->cpus, options->workers);
	open_handles(s);
	ask_all(s, 0);
	uv_run(&s->loop, UV_RUN_DEFAULT);
	cpu_wakers_close(s->wakers);
	spawn_politely(false);
	sched_setaffinity(0, sizeof(s->cpus), &s->cpus);
	rc = uv_loop_close(&s->loop);
	assert(rc == 0);
	rc = s->failed ? -1 : s->signal;
	free(s->processes);
	free(s);
	return rc;
}
