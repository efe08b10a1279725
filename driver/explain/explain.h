/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_EXPLAIN_EXPLAIN_H
#define DRIVER_EXPLAIN_EXPLAIN_H

#include <stdbool.h>
#include <stdint.h>

#include "driver/explain/placements.h"

struct config;

/* What `bdriver explain` does with the comparison of two logs. */
struct explain_job {
	struct config *config; /* for the settings of the suites */
	char **words;          /* BENCH..., names or globs; none: what was called */
	int word_count;
	int64_t rounds; /* launches of each build that are profiled; below 1: the default */
	struct placements placements;
	int64_t budget_ns;    /* for each benchmark; below 1: the default */
	uint64_t deadline_ns; /* of bd_clock_ns(), for all; 0: none */
	bool json, quiet;
	const char *fail_on; /* EXIT_FOUND if one executes more instructions; NULL: never */
};

/*
 * Compares the logs of two builds, and explains what was called or is named. Starts the suites
 * under valgrind. Returns EXIT_FINE; EXIT_FOUND; EXIT_USAGE after a message, where a word names
 * no benchmark, a build is not the measured one, or a log is not the caller's; 128 and the
 * signal that ended it.
 */
int explain_logs(const char *old, const char *new, struct explain_job *explain);

#endif
