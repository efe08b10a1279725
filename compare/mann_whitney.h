/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_MANN_WHITNEY_H
#define COMPARE_MANN_WHITNEY_H

#include "compare/interval.h"

#include <stddef.h>

/*
 * Two samples by their order. The samples of one launch are correlated: applied to them these
 * tests call 42-48 % of unchanged benchmarks changed. Give one value a launch. No NaN may be
 * among the values; an empty sample gives NaN.
 */

enum mann_whitney_method {
	MANN_WHITNEY_AUTO,   /* exact where there are no ties and fewer than 50 values a side */
	MANN_WHITNEY_EXACT,  /* of the values as if there were no ties */
	MANN_WHITNEY_NORMAL, /* with the variance corrected for ties */
	MANN_WHITNEY_NORMAL_CONTINUITY
};

struct mann_whitney {
	double u; /* pairs with first > second, ties count one half */
	double p; /* two-sided */
};

/* Mann and Whitney 1947. All values equal: p = 1. */
struct mann_whitney mann_whitney(const double *first, size_t n, const double *second, size_t m,
	enum mann_whitney_method method);

/* The smallest p that the exact test can give: 2 / C(n + m, n), at most 1. */
double mann_whitney_smallest_p(size_t n, size_t m);

/*
 * Hodges and Lehmann 1963: the median of all differences first - second, and the interval of
 * differences that the test does not reject: exact where AUTO is, else from the normal.
 */
struct hodges_lehmann {
	double shift;
	struct interval interval;
};
struct hodges_lehmann hodges_lehmann(
	const double *first, size_t n, const double *second, size_t m, double level);

#endif
