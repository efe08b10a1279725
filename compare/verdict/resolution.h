/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_VERDICT_RESOLUTION_H
#define COMPARE_VERDICT_RESOLUTION_H

#include <stddef.h>

#include "compare/verdict/compared.h"

/*
 * What a comparison could have seen. Judged are the rows with launches on both sides that are
 * not proven to have the same code. A change can be seen in a row if it is at least the row's
 * smallest detectable change; none can in a row without one (too few launches, no test).
 */

size_t resolution_judged(const struct comparison *comparison);
/* Judged rows in which a change of that size (a ratio minus 1) can be seen. */
size_t resolution_seen(const struct comparison *comparison, double change);
/* The smallest change that can be seen in that share of the judged rows; INFINITY: none can.
 * NAN without judged rows. */
double resolution_of(const struct comparison *comparison, double share);

/* How many more rounds settle how many of the inconclusive rows; paired only. */
struct resolution_settle {
	size_t inconclusive;
	size_t settled; /* that many of them, at the present noise and change; 0: hardly any */
	size_t more;    /* rounds */
	size_t rounds;  /* in all, of the row that has most now */
};

struct resolution_settle resolution_settle(const struct comparison *comparison);

#endif
