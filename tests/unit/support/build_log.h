/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TESTS_UNIT_SUPPORT_BUILD_LOG_H
#define TESTS_UNIT_SUPPORT_BUILD_LOG_H

#include "compare/log/log.h"
#include "compare/verdict/compared.h"

/* Logs made in memory, with numbers that depend on the seed alone. */

/* An empty log of one session and machine. */
struct log build_log(const char *path, const char *session);

/*
 * A benchmark with `launches` launches of 5 samples around `ns`; launch k (from 1) is round k,
 * its position alternates so that two logs built with first = 1 and 2 are side by side. The
 * noise of a launch is at most `noise`, a fraction.
 */
struct log_benchmark *build_benchmark(struct log *log, const char *suite, const char *name,
	size_t launches, double ns, double noise, unsigned first, unsigned seed);

/* A launch that failed. */
struct launch *build_failure(struct log_benchmark *benchmark, enum outcome outcome);

/* The row of a benchmark; fails the test where there is none. */
const struct row *find_row(const struct comparison *comparison, const char *name);

/* Compares with log_finish() called on both; fails the test on an error. The caller releases.
 */
struct comparison compare_built(
	struct log *old, struct log *new, const struct compare_options *options);

/* The state of a test: two logs of one session, at first empty, and what they are compared to.
 */
struct built {
	struct log old, new;
	struct compare_options options;
	struct comparison comparison;
};

int built_setup(void **state);
int built_setup_two_sessions(void **state);
int built_teardown(void **state);
/* Again, if they were compared before. */
void built_compare(struct built *built);
enum verdict built_verdict(const struct built *built, const char *name);

#endif
