/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_VERDICT_COMPARISON_SORT_H
#define COMPARE_VERDICT_COMPARISON_SORT_H

#include "compare/verdict/compared.h"

enum sort {
	SORT_VERDICT, /* in the order of enum verdict, the largest change first */
	SORT_NAME,    /* suite, then name */
};

/* Total order: rows that are equal otherwise go by suite and name, which the first sort, by
 * SORT_NAME in comparison_make(), settled. */
void comparison_sort(struct comparison *comparison, enum sort sort);

#endif
