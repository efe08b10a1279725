/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_VERDICT_COMPARISON_H
#define COMPARE_VERDICT_COMPARISON_H

#include "compare/verdict/compared.h"

/*
 * Compares two logs. Returns -1 with *e set if they cannot be joined or if the rule cannot be
 * applied to them. *comparison must be zeroed before and may be released in either case. The
 * same logs give the same result, and swapped logs its mirror image.
 */
int comparison_make(struct comparison *comparison, const struct log *old, const struct log *new,
	const struct compare_options *options, struct err *e);
void comparison_release(struct comparison *comparison);

bool row_fails(const struct row *row, enum fail_on fail_on);
/* Has --fail-on size an executable that grew? */
bool executables_fail(const struct comparison *comparison);
/* Does any row fail by --fail-on, an executable, or the suite? */
bool comparison_fails(const struct comparison *comparison, enum fail_on fail_on);
/* Does it neither fail nor pass? */
bool comparison_is_undecided(const struct comparison *comparison, enum fail_on fail_on);

#endif
