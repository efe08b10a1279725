/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_STATS_ORDER_STATISTIC_H
#define COMPARE_STATS_ORDER_STATISTIC_H

#include "compare/stats/interval.h"

#include <stddef.h>

/*
 * Interval of the median from the order of the values alone: between the values of two ranks
 * (from 1). Rank 0 and rank n + 1 stand for minus and plus infinity: few values cannot bound
 * the median on both sides. Starts at the middle and takes the likelier rank of both sides, the
 * lower one of equals, until the level is reached (the rule of benchstat).
 */
struct order_interval {
	size_t low, high;
	double confidence; /* reached; n = 0: 1, with ranks 0 and 1 */
};

struct order_interval median_ranks(size_t n, double level);
/* The same as values; infinite where a rank is outside. */
struct interval median_interval(const double *sorted, size_t n, double level);

#endif
