/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CLI_SELECTION_H
#define DRIVER_CLI_SELECTION_H

#include <stdbool.h>

#include "compare/base/string_list.h"
#include "driver/cli/options.h"
#include "harness/base/err.h"

/*
 * Which benchmarks the BENCH words, --filter, --tags and --skip-tags select: any word, any
 * filter, any tag, none of the tags to skip. It notes which word and filter ever matched.
 */
struct selection;

/* NULL with a sentence if a filter is not a regular expression. Keeps pointers to its
 * arguments. */
struct selection *selection_new(const struct shared_options *options, char *const *words,
	int word_count, struct err *e);
void selection_free(struct selection *selection); /* NULL is fine */

bool selection_takes(struct selection *selection, const char *suite, const char *benchmark,
	const struct string_list *tags);

/* Another build comes, with the same benchmarks: they count once. */
void selection_again(struct selection *selection);
/* After all were offered: -1 with a sentence if a word or a filter matched nothing, or if
 * nothing was taken. The nearest of names is offered, and the command `see`, which lists them.
 */
int selection_check(const struct selection *selection, const struct string_list *names,
	const char *see, struct err *e);

/* Which benchmarks of a log --suite and --filter select: -s names suites of the log. */
struct log_selection {
	const struct string_list *suites; /* wanted ones; none: all */
	struct string_list seen;          /* those of `suites` that the logs have */
	struct selection *selection;
};

/* Keeps pointers to the options. -1 if a filter is invalid, or if tags are requested. */
int log_selection_init(
	struct log_selection *selection, const struct shared_options *options, struct err *e);
void log_selection_release(struct log_selection *selection);

bool log_selection_wants(const char *suite, const char *benchmark, void *selection);
/* After all were offered: -1 with a sentence if a suite or a filter matched nothing. */
int log_selection_check(const struct log_selection *selection, struct err *e);

/* "./a", "../a", "/a b" and "a/": nothing but a path is written so. */
bool word_is_path(const char *word);
/* Does the word begin with such a path, and there is nothing? Then *e says so. */
bool word_is_missing(const char *word, struct err *e);

#endif
