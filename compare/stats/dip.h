/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_STATS_DIP_H
#define COMPARE_STATS_DIP_H

#include <stddef.h>

/*
 * Hartigan and Hartigan 1985: the largest distance between the distribution of the values and
 * the nearest one with a single mode; 1 / (2 n) .. 1 / 4. n sorted values; n = 0: NaN, all
 * equal or one value: 1 / (2 n).
 */
double dip_statistic(const double *sorted, size_t n);

/* Probability of such a dip or a larger one in n values of the uniform distribution, the worst
 * case of one mode; by interpolation in a table made by tests/eval/dip_table.c. From 4 values
 * on, below that 1. */
double dip_p(double dip, size_t n);

#endif
