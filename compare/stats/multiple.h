/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_STATS_MULTIPLE_H
#define COMPARE_STATS_MULTIPLE_H

#include <stdbool.h>
#include <stddef.h>

/*
 * p values of a family of n tests, adjusted for the false discovery rate (Benjamini and
 * Hochberg 1995), in the order of the input: reject where adjusted <= q. A NaN stays NaN and is
 * no member of the family. `adjusted` may be `p` itself.
 */
void adjust_bh(const double *p, double *adjusted, size_t n);
/* The same; those set apart are no members of the family of the others, but of that of all. */
void adjust_bh_apart(const double *p, const bool *apart, double *adjusted, size_t n);

#endif
