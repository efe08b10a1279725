/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_STATS_DENSITY_H
#define COMPARE_STATS_DENSITY_H

#include <stddef.h>

#define DENSITY_POINTS 512

/* Kernel density estimate: Gaussian, on an even grid from three bandwidths below the smallest
 * to three above the largest value. */
struct density {
	double bandwidth, start, step; /* in the unit of the values */
	double at[DENSITY_POINTS];
};

/* A peak, and the lowest density between it and the next peak to the right (0 for the last). */
struct density_mode {
	double x, height, valley;
};

/* Silverman 1986 (3.31), R's nrd0: 0.9 min(SD, IQR / 1.34) n^-0.2. Where both are 0: |the first
 * value|, or 1, in their place. n = 0: NaN. */
double density_bandwidth(const double *sorted, size_t n);
/* n sorted values, n > 0, none NaN or infinite; bandwidth > 0. */
void density_with(struct density *density, const double *sorted, size_t n, double bandwidth);
/* Peaks from left to right, at most `most` of them; returns how many there are. */
size_t density_modes(const struct density *density, struct density_mode *modes, size_t most);

#endif
