/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_EXPLAIN_LAUNCHES_H
#define DRIVER_EXPLAIN_LAUNCHES_H

#include "compare/base/string_list.h"
#include "driver/exec/job.h"
#include "driver/suite/suite.h"

/* Launches one after the other, which no log keeps. */
struct launches {
	unsigned count;
	/* Fills in the arguments of launch `i`; the first is looked for in PATH. Returns its
	 * suite. */
	const struct suite *(*set)(void *ctx, unsigned i, struct string_list *args);
	/* Launch `i` ended well. Returns 0, or -1 with *e set: it is the last. May be NULL. */
	int (*done)(void *ctx, unsigned i, const struct job_result *result, struct err *e);
	void *ctx;
	const char *name; /* "launch under valgrind", for messages */
	/* Of bd_clock_ns(): none begins or lasts longer, and that is a failure; 0: no limit. */
	uint64_t deadline_ns;
};

/* Two builds in turns, of each round the second one first in every other: ABBA. */
int launches_build(unsigned launch);
/* One sample of so many iterations. */
struct launch_request launches_request(
	const struct suite *suite, const char *benchmark, int64_t iterations, int64_t time_ns);
/* The path of the suite and what makes it do what is requested. */
void launches_add(struct string_list *args, const struct launch_request *request);

/* Returns 0; the signal that ended it; -1 with *e set, also if a launch failed. */
int launches_run(const struct launches *launches, struct err *e);

#endif
