/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_BASE_REGEX_H
#define COMPARE_BASE_REGEX_H

#include <stdbool.h>
#include <stddef.h>

#include "harness/base/err.h"

/*
 * Perl-compatible regular expressions (PCRE2) that cost little time and memory, whoever wrote
 * them: the length, the depth, the compiled size and the steps of a match have limits.
 */
#define REGEX_LENGTH_MAX 1000    /* bytes of an expression */
#define REGEX_STEPS_MAX  1000000 /* of one match: some 10 ms */

struct regex;

/* NULL with a sentence if the text is not a regular expression or is too large. */
struct regex *regex_new(const char *text, struct err *e);
void regex_free(struct regex *regex);

/* For regex_next(): groups in parentheses count, and ^ and $ are ends of lines. */
struct regex *regex_new_with_groups(const char *text, struct err *e);

enum regex_answer { REGEX_DIFFERS, REGEX_MATCHES, REGEX_COSTLY };

/* Whether any part of the name matches; REGEX_COSTLY if the steps did not suffice to know. */
enum regex_answer regex_match(const struct regex *regex, const char *name);

/* The next match behind *at, which moves behind it: its first group, or all of it if there is
 * no group. False: there is none, or the steps did not suffice. */
bool regex_next(const struct regex *regex, const char *text, size_t size, size_t *at,
	const char **start, size_t *length);

/* Is the benchmark named by the pattern: its name or SUITE/NAME, as it stands or as a glob? A
 * pattern without '/' is for the name alone. */
bool glob_names(const char *pattern, const char *suite, const char *name);

#endif
