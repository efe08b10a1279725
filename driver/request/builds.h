/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_REQUEST_BUILDS_H
#define DRIVER_REQUEST_BUILDS_H

#include <stdbool.h>
#include <stddef.h>

#include "compare/base/string_list.h"
#include "compare/log/write.h"
#include "driver/cli/options.h"
#include "driver/measure/measure.h"
#include "driver/suite/suite.h"
#include "harness/base/err.h"

/* A tree of suites, and the log of its launches. */
struct build {
	char *name;           /* column `build`: "old", "new", or as given; "": the only one */
	char *directory;      /* absolute; "": the suites are not in a tree */
	struct suites suites; /* below it; a suite's name belongs to its path relative to it */
	char *log, *part;     /* driver/run/logs.c names them */
	struct log_writer writer;
};

struct builds {
	struct build items[MEASURE_BUILDS_MAX];
	size_t count;
	/* A sentence on each suite of a build that did not answer. */
	struct string_list left_out;
};

/* As asked; without any name one that is configured or named as usual, or that one twice.
 * words: a DIR may be a word of a command, too. */
int builds_name(
	struct builds *builds, const struct asked_builds *asked, bool words, struct err *e);
/* Is it measured beside `new` for a history: `before` or `anchor`? */
bool build_is_beside(const struct build *build);
/*
 * Finds the suites in each tree and marks what BENCH words (names or globs; also SUITE/NAME and
 * SUITE/GLOB), --filter and the tags select in any of them.
 * Suites that do not answer are left out, as long as a build has one that does. Returns how
 * many benchmarks are selected, or -1.
 */
long builds_find(struct builds *builds, struct config *config,
	const struct shared_options *options, char *const *words, int word_count,
	struct err *e);
/*
 * The selected benchmarks of all builds, in the order of the first build that has each.
 * `subjects` has room for as many as builds_find() returned. Text belongs to the builds.
 * Returns their number.
 */
size_t builds_subjects(const struct builds *builds, struct subject *subjects);
void builds_release(struct builds *builds);

#endif
