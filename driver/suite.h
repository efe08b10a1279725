/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_SUITE_H
#define DRIVER_SUITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "driver/config.h"
#include "driver/options.h"
#include "driver/texts.h"
#include "harness/base/err.h"

/* A suite: an executable that was asked for its benchmarks. */

struct suite_benchmark {
	char *name;
	struct texts tags; /* its own and those of the suite's configuration */
	char *file;        /* "" if not told */
	unsigned line;     /* 0 if not told */
	bool selected;     /* by suites_select() */
};

struct suite {
	char *name; /* unique */
	char *path;
	const struct config_suite *settings; /* the config's; never NULL */
	struct suite_benchmark *benchmarks;  /* in the order of the suite */
	size_t benchmark_count, benchmark_capacity;
	/* For the log's metadata; "" where not known. */
	char *build_id, *compiler, *flags;
};

struct suites {
	struct suite *items; /* in the order of the configuration or the command line */
	size_t count, capacity;
};

/*
 * Finds the suites that -s names (each a configured name, a pattern's name, else the path of an
 * executable), or all configured ones, and asks each: `PATH ARGS --list --format json`, without
 * a shell, with a time limit. directory: the configured paths are relative to it (--old DIR)
 * instead of the configuration; NULL: not. Suites without configuration are added to *config,
 * which must outlive the suites. Returns 0, or -1 with the suite's name and what is wrong;
 * *suites may be released in either case.
 */
int suites_find(struct suites *suites, struct config *config, const struct texts *wanted,
	const char *directory, struct err *e);
void suites_release(struct suites *suites);

/*
 * Marks what BENCH words (names or globs; also SUITE/NAME and SUITE/GLOB), --filter and the
 * tags select. Returns how many, or -1 with a sentence when a word, a filter or all together
 * select nothing.
 */
long suites_select(struct suites *suites, const struct shared_options *options,
	char *const *words, int word_count, struct err *e);

/* Asks one suite. For tests: the time limit in ns. */
int suite_ask(struct suite *suite, int64_t timeout_ns, struct err *e);
/* Parses the answer of `--list --format json`. */
int suite_parse(struct suite *suite, const char *json, size_t size, struct err *e);

#endif
