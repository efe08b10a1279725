/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_STATS_EMPIRICAL_NULL_H
#define COMPARE_STATS_EMPIRICAL_NULL_H

#include <stddef.h>

/*
 * Most benchmarks of a suite did not change, so the spread of their z values is the null
 * distribution (after Efron 2004; the centre stays 0).
 */

/* max(1, 1.4826 MAD of z around its median); NaNs are skipped, none left: 1. */
double empirical_null_scale(const double *z, size_t n);
/* Two-sided p of z / scale. */
double empirical_null_p(double z, double scale);
/* |z| of a two-sided p, which is taken as at least 1e-300. */
double empirical_null_z(double p);

#endif
