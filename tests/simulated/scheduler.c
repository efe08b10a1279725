/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * In place of driver/exec/scheduler.c and of the clock: launches take no time, but a clock that
 * only they move goes on as if they did. The linker puts it there (--wrap). So a run decides as
 *it would, in a few milliseconds, and always the same. SIMULATED_TRACE=FILE    appends a line
 *for each launch: all that it was asked for SIMULATED_STOP=N        a signal comes with the end
 *of the Nth launch; =N! : a second one
 */
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "driver/exec/scheduler.h"
#include "driver/suite/ask.h"
#include "driver/suite/suite.h"
#include "harness/base/text.h"
#include "tests/simulated/launch.h"

#define WORKERS_MAX 16
/* Between the end of a launch and the start of the next one. */
#define BETWEEN_NS 1000000
#define BEGAN_NS   1000000000
/* A program of this name takes so long to start. */
#define HEAVY    "heavy"
#define HEAVY_NS 4e8
#define LIGHT_NS 3e6

int __real_clock_gettime(clockid_t clock, struct timespec *time);
int __wrap_clock_gettime(clockid_t clock, struct timespec *time);
int __real_suite_ask(struct suite *suite, int64_t timeout_ns, struct err *e);
int __wrap_suite_ask(struct suite *suite, int64_t timeout_ns, struct err *e);
int __wrap_scheduler_run(const struct scheduler_options *options,
	const struct job_source *source, struct err *e);

static uint64_t now_ns = BEGAN_NS;
static unsigned ended;

int __wrap_clock_gettime(clockid_t clock, struct timespec *time)
{
	if (clock != CLOCK_MONOTONIC && clock != CLOCK_REALTIME)
		return __real_clock_gettime(clock, time);
	time->tv_sec = (time_t)(now_ns / 1000000000);
	time->tv_nsec = (long)(now_ns % 1000000000);
	return 0;
}

int __wrap_suite_ask(struct suite *suite, int64_t timeout_ns, struct err *e)
{
	int result = __real_suite_ask(suite, timeout_ns, e);

	suite->start_ns = strstr(suite->path, HEAVY) ? HEAVY_NS : LIGHT_NS;
	return result;
}

struct simulated {
	const struct scheduler_options *options;
	const struct job_source *source;
	struct {
		bool busy;
		uint64_t ends_ns, began; /* the number of its start: the order of equal ends */
		struct job_result result;
	} workers[WORKERS_MAX];
	uint64_t started, ticked_ns;
	int signal;
	bool failed;
};

/* Of arguments and environment only what does not depend on who calls. */
static void trace(unsigned worker, const struct job *job)
{
	static FILE *out;
	const char *file = getenv("SIMULATED_TRACE");
	size_t size = strlen(job->args[0]) + 1;

	if (!file || (!out && !(out = fopen(file, "a"))))
		return;
	fprintf(out, "%llu us, worker %u, %llu ms", (unsigned long long)now_ns / 1000, worker,
		(unsigned long long)job->timeout_ms);
	fprintf(out, "%s%s%s%s, grace %llu, fine %d, stack %llu", job->turn_fd ? ", turns" : "",
		job->fixed_layout ? ", fixed" : "", job->anywhere ? ", anywhere" : "",
		job->traps ? ", traps" : "", (unsigned long long)job->grace_ms, job->fine_code,
		(unsigned long long)job->stack_limit);
	for (char *const *env = job->env; *env; env++) {
		size += strlen(*env) + 1 + sizeof(char *);
		if (!strncmp(*env, "BD_HEAP", 7) || !strncmp(*env, "BDRIVER_WORKER", 14))
			fprintf(out, ", %s", *env);
	}
	for (char *const *arg = job->args; *arg; arg++)
		size += strlen(*arg) + 1 + sizeof(char *);
	fprintf(out, ", place %zu:", size % 4096);
	for (char *const *arg = job->args; *arg; arg++)
		fprintf(out, " %s", *arg);
	fputc('\n', out);
}

static bool ask(struct simulated *s, unsigned worker)
{
	struct job job = { 0 };

	if (s->failed || s->workers[worker].busy ||
		s->source->next(s->source->ctx, worker, s->signal != 0, &job) != JOB_READY)
		return false;
	trace(worker, &job);
	s->workers[worker].busy = true;
	s->workers[worker].began = s->started++;
	s->workers[worker].ends_ns =
		now_ns + simulated_launch(worker, now_ns, &job, &s->workers[worker].result);
	s->workers[worker].result.cpu = job.anywhere ? -1 : (int)worker;
	if (job.turn_fd)
		close(job.turn_fd);
	return true;
}

static void ask_all(struct simulated *s, unsigned first)
{
	bool started;

	do {
		started = false;
		for (unsigned i = 0; i < s->options->workers; i++)
			started |= ask(s, (first + i) % s->options->workers);
	} while (started);
}

/* The worker whose launch ends next; -1: nothing runs. */
static int next_end(const struct simulated *s)
{
	int found = -1;

	for (int i = 0; i < (int)s->options->workers; i++) {
		if (!s->workers[i].busy)
			continue;
		if (found < 0 || s->workers[i].ends_ns < s->workers[found].ends_ns ||
			(s->workers[i].ends_ns == s->workers[found].ends_ns &&
				s->workers[i].began < s->workers[found].began))
			found = i;
	}
	return found;
}

/* Time passes, with a tick now and then. */
static void wait_until(struct simulated *s, uint64_t end_ns)
{
	uint64_t tick_ns = (uint64_t)s->options->tick_ms * 1000000;

	while (tick_ns && s->source->tick && s->ticked_ns + tick_ns < end_ns) {
		s->ticked_ns += tick_ns;
		now_ns = s->ticked_ns > now_ns ? s->ticked_ns : now_ns;
		s->source->tick(s->source->ctx);
	}
	now_ns = end_ns > now_ns ? end_ns : now_ns;
}

static void stop_perhaps(struct simulated *s)
{
	const char *stop = getenv("SIMULATED_STOP");
	bool again = stop && strchr(stop, '!');

	if (!stop || ended != strtoul(stop, NULL, 10))
		return;
	for (int i = 0; s->source->stopping && i <= again; i++)
		s->source->stopping(s->source->ctx, i > 0);
	s->signal = SIGINT;
	for (unsigned i = 0; again && i < s->options->workers; i++) {
		s->workers[i].result.end = JOB_CANCELLED;
		s->workers[i].ends_ns = now_ns;
	}
}

int __wrap_scheduler_run(
	const struct scheduler_options *options, const struct job_source *source, struct err *e)
{
	static struct simulated s;
	int worker;

	(void)e;
	s = (struct simulated){ .options = options, .source = source, .ticked_ns = now_ns };
	ask_all(&s, 0);
	while ((worker = next_end(&s)) >= 0) {
		wait_until(&s, s.workers[worker].ends_ns);
		s.workers[worker].busy = false;
		ended++;
		stop_perhaps(&s);
		if (source->done(source->ctx, (unsigned)worker, &s.workers[worker].result))
			s.failed = true;
		now_ns += BETWEEN_NS;
		ask_all(&s, (unsigned)worker);
	}
	return s.failed ? -1 : s.signal;
}
