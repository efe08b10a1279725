/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_MULTIPLE_H
#define COMPARE_MULTIPLE_H

#include <stddef.h>

/*
 * Adjusted p values of a family of n tests, in the order of the input: reject where adjusted <=
 * q. A NaN stays NaN and is no member of the family. `adjusted` may be `p` itself.
 */
/* False discovery rate: Benjamini and Hochberg 1995. */
void adjust_bh(const double *p, double *adjusted, size_t n);
/* The same under any dependence: Benjamini and Yekutieli 2001. */
void adjust_by(const double *p, double *adjusted, size_t n);
/* Family-wise error: Holm 1979. */
void adjust_holm(const double *p, double *adjusted, size_t n);
void adjust_bonferroni(const double *p, double *adjusted, size_t n);

#endif
