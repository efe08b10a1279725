/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Method: start, set-up and end of a process execute the same in each launch, so the difference
 * of launches with n and 3n iterations is the work of 2n. Events are inherited by the launch,
 * and enabled when it executes the suite. Each launch has new ones: an exec may use them up.
 */
#include "driver/explain/counters.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "compare/stats/quantile.h"
#include "driver/config/config.h"
#include "driver/explain/launches.h"

/* Of n and 3n iterations, of each build. */
#define ROUNDS         5
#define LAUNCH_TIME_NS 60000000000

const struct counter_events counters_processor = { PERF_TYPE_HARDWARE,
	{ PERF_COUNT_HW_INSTRUCTIONS, PERF_COUNT_HW_BRANCH_INSTRUCTIONS,
		PERF_COUNT_HW_BRANCH_MISSES } };

static int open_event(uint32_t type, uint64_t config)
{
	struct perf_event_attr attr = { .type = type,
		.size = sizeof(attr),
		.config = config,
		.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING,
		.disabled = 1,
		.enable_on_exec = 1,
		.inherit = 1,
		.exclude_kernel = 1,
		.exclude_hv = 1 };

	return (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

static void close_events(int fds[COUNTERS])
{
	for (unsigned c = 0; c < COUNTERS; c++) {
		if (fds[c] >= 0)
			close(fds[c]);
		fds[c] = -1;
	}
}

/* Counts in what this thread executes from now on, from its exec on, once. */
static int open_events(const struct counter_events *events, int fds[COUNTERS], struct err *e)
{
	int rc = 0;

	for (unsigned c = 0; c < COUNTERS; c++) {
		fds[c] = rc ? -1 : open_event(events->type, events->configs[c]);
		if (fds[c] >= 0 || rc)
			continue;
		rc = errno == ENOENT || errno == EOPNOTSUPP
			     ? bd_err(e, "the processor of this machine counts no events")
			     : bd_err(e,
				       "the kernel lets nobody count events (%s); a container "
				       "needs --cap-add PERFMON, a machine "
				       "kernel.perf_event_paranoid=2",
				       strerror(errno));
	}
	if (rc)
		close_events(fds);
	return rc;
}

/* The counts since then, children with their own; an event that was not always counted is
 * extrapolated. */
static int read_events(const int fds[COUNTERS], double counts[COUNTERS], struct err *e)
{
	for (unsigned c = 0; c < COUNTERS; c++) {
		struct {
			uint64_t count, enabled_ns, running_ns;
		} event;

		if (read(fds[c], &event, sizeof(event)) != sizeof(event) || !event.running_ns)
			return bd_err(e, "the processor's counters were all in use");
		counts[c] = (double)event.count *
			    ((double)event.enabled_ns / (double)event.running_ns);
	}
	return 0;
}

struct counting {
	const struct suite **suites;
	const char *benchmark;
	int64_t n;
	const struct counter_events *events;
	int fds[COUNTERS];
	/* Of n and 3n iterations. */
	double counts[2][COUNTERS][2][ROUNDS];
};

static const struct suite *set(void *ctx, unsigned launch, struct string_list *args)
{
	struct counting *c = ctx;
	const struct suite *s = c->suites[launches_build(launch)];
	struct launch_request request = launches_request(
		s, c->benchmark, launch / 2 % 2 ? 3 * c->n : c->n, LAUNCH_TIME_NS);

	launches_add(args, &request);
	return s;
}

static int done(void *ctx, unsigned launch, const struct job_result *result, struct err *e)
{
	struct counting *c = ctx;
	double counts[COUNTERS] = { 0 };

	(void)result;
	if (read_events(c->fds, counts, e))
		return -1;
	for (unsigned i = 0; i < COUNTERS; i++)
		c->counts[launches_build(launch)][i][launch / 2 % 2][launch / 4] = counts[i];
	close_events(c->fds);
	return open_events(c->events, c->fds, e);
}

static double of_iteration(const struct counting *c, int build, unsigned counter)
{
	const struct suite *s = c->suites[build];
	const double(*counts)[ROUNDS] = c->counts[build][counter];
	double n = (double)c->n * (s->adapter->warms_up ? 2 : 1), differences[ROUNDS];

	for (unsigned r = 0; r < ROUNDS; r++)
		differences[r] = (counts[1][r] - counts[0][r]) / (2 * n);
	return quantile_median_of(differences, ROUNDS);
}

int counters_take(const struct suite *suites[2], const char *benchmark, int64_t n,
	const struct counter_events *events, double counts[2][COUNTERS], struct err *e)
{
	struct counting c = {
		.suites = suites, .benchmark = benchmark, .n = n, .events = events
	};
	struct launches launches = { .count = 4 * ROUNDS,
		.set = set,
		.done = done,
		.ctx = &c,
		.name = "launch that is counted" };
	int rc;

	for (int b = 0; b < 2; b++)
		if (suites[b]->counts != COUNTS_ANY)
			return bd_err(e, "launches of %s cannot be told their iterations",
				suites[b]->name);
	if (open_events(events, c.fds, e))
		return -1;
	rc = launches_run(&launches, e);
	close_events(c.fds);
	for (int b = 0; b < 2 && !rc; b++)
		for (unsigned i = 0; i < COUNTERS; i++)
			counts[b][i] = of_iteration(&c, b, i);
	return rc;
}
