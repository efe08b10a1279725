/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_REPORT_HEADLINE_H
#define COMPARE_REPORT_HEADLINE_H

#include "compare/base/string_list.h"
#include "compare/report/report.h"
#include "compare/verdict/compared.h"

/*
 * The first line of a report: that nothing changed, why nothing is decided, or that the suite
 * moved as a whole, who did it, and what to do if nobody can tell. NULL: none of these. The
 * caller frees it.
 */
char *headline_first(const struct comparison *comparison);
/* "5.0 % slower (4.6 to 5.4)": a shift without its sign. The caller frees it. */
char *headline_shift_words(const struct suite_shift *shift);
/*
 * What stands above the table: what could have been missed, how many more rounds settle how
 * many, and in two sessions the shift between them. Adds at most three lines, unescaped.
 */
void headline_add(const struct comparison *comparison, struct string_list *lines);

/* By comparison->options.by: gives the mean of the benchmarks of each suite, "suite classic",
 * or of each tag, "tag sort", in the order of the new log. */
void groups_each(const struct comparison *comparison,
	void (*take)(void *ctx, const char *name, const struct mean_ratio *mean), void *ctx);

#endif
