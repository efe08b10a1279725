/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_EXPLAIN_EXPLAIN_H
#define DRIVER_EXPLAIN_EXPLAIN_H

#include <stdbool.h>

struct compare_job;
struct comparison;
struct config;

/* What `bdriver explain` does with a comparison. */
struct explain_job {
	struct config *config; /* for the settings of the suites */
	char **words;          /* BENCH..., names or globs; none: what was called */
	int word_count;
	unsigned rounds; /* launches of each build that are profiled */
	bool json, quiet;
};

/*
 * For compare_job.write, with a struct explain_job as its ctx. Starts the suites under
 * valgrind. Returns EXIT_FINE; EXIT_USAGE after a message, where a word names no benchmark, a
 * build is not the measured one, or a log is not the caller's; 128 and the signal that ended
 * it.
 */
int explain_write(const struct comparison *comparison, const struct compare_job *job);

#endif
