/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_BASE_REGEX_BOUNDED_H
#define COMPARE_BASE_REGEX_BOUNDED_H

#include <regex.h>

#include "harness/base/err.h"

/*
 * Extended regular expressions that cost little time and memory, whoever wrote them. Refused
 * are back-references, which take exponential time, and repetitions of repetitions, which take
 * exponential memory: written out without counts, an expression may have REGEX_ATOMS_MAX
 * characters.
 */
#define REGEX_ATOMS_MAX 2000

/* For regexec() without captures. Returns 0, after which the caller calls regfree(); or -1 with
 * a sentence. */
int regex_bounded_compile(regex_t *regex, const char *text, struct err *e);

#endif
