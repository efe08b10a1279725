/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_REPORT_HEADLINE_H
#define COMPARE_REPORT_HEADLINE_H

#include "compare/base/string_list.h"
#include "compare/verdict/comparison.h"

/*
 * The first line of a report: the suite moved as a whole, who did it, and what to do if nobody
 * can tell. NULL: it did not. The caller frees it.
 */
char *headline_shift(const struct comparison *comparison);
/*
 * What stands above the table: what could have been missed, how many more rounds settle how
 * many, and in two sessions the shift between them. Adds at most three lines, unescaped.
 */
void headline_add(const struct comparison *comparison, struct string_list *lines);

#endif
