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
/* Of the benchmarks of logs: -s names suites of these, and tags are refused. */
struct selection *selection_of_log(const struct shared_options *options, struct err *e);
void selection_free(struct selection *selection); /* NULL is fine */
static inline void selection_free_at(struct selection **selection)
{
	selection_free(*selection);
}

bool selection_takes(struct selection *selection, const char *suite, const char *benchmark,
	const struct string_list *tags);

/* The same of a log, which has no tags; as the callbacks of readers. */
bool selection_wants(const char *suite, const char *benchmark, void *selection);
/* Another build comes, with the same benchmarks: they count once. */
void selection_again(struct selection *selection);
/* After all were offered: -1 with a sentence if a suite, a word or a filter matched nothing, or
 * if nothing was taken. The nearest of `names` is offered to a word, NULL where there is none.
 */
int selection_check(
	const struct selection *selection, const struct string_list *names, struct err *e);

/* "./a", "../a", "/a b" and "a/": nothing but a path is written so. */
bool word_is_path(const char *word);
/* Does the word begin with such a path, and there is nothing? Then *e says so. */
bool word_is_missing(const char *word, struct err *e);

#endif
