/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_STATS_SEGMENTS_H
#define COMPARE_STATS_SEGMENTS_H

#include <stddef.h>

/*
 * Change points in the mean of n values with known weights: the segmentation that minimises
 *     sum of weight (value - mean of its segment)^2  +  sum of the prices of its changes,
 * exactly, over all segmentations ("optimal partitioning", Jackson et al. 2005, "An algorithm
 * for optimal partitioning of data on an interval"). Time about O(n log n), O(n^2) at most;
 * memory O(n).
 */
struct segments_input {
	const double *values, *weights; /* n; weight: 1 / variance, above 0 */
	const double *prices; /* n: of a segment that begins there; INFINITY: none may */
	size_t n;
	size_t least; /* values in a segment; at least 1 */
};

/* Sets starts[0..result-1] (room for n), the first values of the segments; starts[0] = 0.
 * Returns their number: 0 for n = 0; 1 where n < 2 least. Of equal costs, fewer changes. */
size_t segments_find(const struct segments_input *input, size_t *starts);

/*
 * Where the change between the segments from..at-1 and at..to-1 may stand as well: the first
 * and the last place whose cost exceeds that of `at` by at most 7.35: that holds the true
 * place in 95 % (twice a log-likelihood; its distribution is (1 - exp(-x / 2))^2 where the step
 * is small: Yao 1987, "Approximating the distribution of the maximum likelihood estimate of the
 * change-point").
 */
void segments_location(const struct segments_input *input, size_t from, size_t at, size_t to,
	size_t *low, size_t *high);

/* Weighted mean of values from..to-1, and the sum of their weights. */
double segments_mean(
	const struct segments_input *input, size_t from, size_t to, double *weight);

/*
 * Takes values that stand out for fewer than `least` places back to `limit` standard deviations
 * (1 / sqrt(weight)) from a median: of the 2 least - 1 values around it, at an end of those at
 * the end. Steps of `least` values and more remain. least: 1 to SEGMENTS_LEAST_MAX. out may not
 * be values.
 */
#define SEGMENTS_LEAST_MAX 14
void segments_clip(const double *values, const double *weights, size_t n, size_t least,
	double limit, double *out);

#endif
