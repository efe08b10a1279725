/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_STATS_SELECTED_H
#define COMPARE_STATS_SELECTED_H

/*
 * The mean of a normal estimate that is only looked at because it lies beyond `cut`: the one
 * for which half of such estimates are larger (median-unbiased), by the truncated normal of
 * J. D. Lee, D. L. Sun, Y. Sun, J. E. Taylor 2016, "Exact post-selection inference". From 0 to
 * the estimate itself, which is above 0; a cut above it counts as the estimate. error: standard
 * error; 0: the estimate.
 */
double selected_mean(double estimate, double cut, double error);

#endif
