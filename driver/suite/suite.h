/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_SUITE_SUITE_H
#define DRIVER_SUITE_SUITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "compare/base/string_list.h"
#include "driver/cli/options.h"
#include "driver/config/config.h"
#include "harness/base/err.h"

/* A suite: an executable that was asked for its benchmarks. */

struct suite_benchmark {
	char *name;
	struct string_list tags; /* its own and those of the suite's configuration */
	char *file;              /* "" if not told */
	unsigned line;           /* 0 if not told */
	bool selected;           /* by suites_select() */
};

struct suite {
	char *name; /* unique */
	char *path;
	const struct config_suite *settings; /* the config's; never NULL */
	struct suite_benchmark *benchmarks;  /* in the order of the suite */
	size_t benchmark_count, benchmark_capacity;
	/* For the log's metadata; "" where not known. */
	char *build_id, *compiler, *flags;
	int optimized, assertions, sanitized; /* 1, 0; -1: not told */
	bool turns;                           /* knows --turn-fd */
};

struct suites {
	struct suite *items; /* in the order of the configuration or the command line */
	size_t count, capacity;
	/* With a directory: names of suites that are configured, but are not in it. */
	struct string_list missing;
	/* With suites_find_answering(): names of suites that did not answer, and the sentence
	 * on each. */
	struct string_list broken, broken_why;
	bool forgiving;
};

/*
 * Finds the suites that `wanted` (-s) names: a configured name, the file name of a match of a
 * configured pattern, else the path of an executable; or all configured ones where wanted is
 * empty. Asks each one `PATH ARGS --list --format json`, without a shell, with a time limit.
 *
 * directory (--old DIR), or NULL: paths are relative to it instead of to the configuration;
 * where nothing is configured, the suites are the files in it that carry the harness's section.
 * A configured suite that it does not hold goes to suites->missing.
 *
 * Suites without configuration are added to *config, which must outlive the suites. Returns 0,
 * or -1 with the suite's name and what is wrong; *suites may be released in either case.
 */
int suites_find(struct suites *suites, struct config *config, const struct string_list *wanted,
	const char *directory, struct err *e);
/* The same, but a suite that crashes, hangs or talks nonsense when it is asked is left out, for
 * the others to be measured. -1 where none is left. */
int suites_find_answering(struct suites *suites, struct config *config,
	const struct string_list *wanted, const char *directory, struct err *e);
void suites_release(struct suites *suites);
void suite_release(struct suite *suite);

/*
 * Marks what BENCH words (names or globs; also SUITE/NAME and SUITE/GLOB), --filter and the
 * tags select. Returns how many, or -1 with a sentence when a word, a filter or all together
 * select nothing.
 */
long suites_select(struct suites *suites, const struct shared_options *options,
	char *const *words, int word_count, struct err *e);

/* Asks one suite. For tests: the time limit in ns. */
int suite_ask(struct suite *suite, int64_t timeout_ns, struct err *e);
/* Paths below the directory that carry the harness's section, sorted. Executes nothing. */
void suite_tree_find(const char *directory, struct string_list *paths);
/* Parses the answer of `--list --format json`. */
int suite_parse(struct suite *suite, const char *json, size_t size, struct err *e);

#endif
