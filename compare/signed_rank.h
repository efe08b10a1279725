/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_SIGNED_RANK_H
#define COMPARE_SIGNED_RANK_H

#include <stddef.h>

/*
 * One sample (of differences) against "symmetric around 0". No NaN may be among the values.
 * Zeros are left out by the first two; nothing left: p = 1.
 */

struct signed_rank {
	double v; /* sum of the ranks of positive values */
	double p; /* two-sided */
};

/* Wilcoxon 1945: exact without ties, zeros and with fewer than 50 values, else from the normal
 * with continuity and tie correction. */
struct signed_rank signed_rank(const double *values, size_t n);

struct sign_test {
	size_t positive, used;
	double p; /* two-sided, binomial */
};
struct sign_test sign_test(const double *values, size_t n);

#define SIGN_FLIP_MAX 24

/*
 * Fisher's randomisation test: the share of all 2^n choices of signs whose |sum| reaches that
 * of the data. Takes 2^n steps: NaN for n above SIGN_FLIP_MAX. *reached (may be NULL) gets the
 * count.
 */
double sign_flip(const double *values, size_t n, size_t *reached);

#endif
