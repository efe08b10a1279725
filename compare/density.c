/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/density.h"

#include "compare/quantile.h"
#include "compare/summary.h"

#include <math.h>

double density_bandwidth(const double *sorted, size_t n)
{
	double sd = moments_of(sorted, n).sd;
	double iqr = (quantile_r7(sorted, n, 0.75) - quantile_r7(sorted, n, 0.25)) / 1.34;
	double spread;

	if (n == 0)
		return NAN;
	spread = iqr > 0 ? fmin(sd, iqr) : sd;
	if (spread == 0)
		spread = sorted[0] != 0 ? fabs(sorted[0]) : 1;
	return 0.9 * spread * pow((double)n, -0.2);
}

void density_of(struct density *density, const double *sorted, size_t n)
{
	double h = density_bandwidth(sorted, n);

	density->bandwidth = h;
	density->start = sorted[0] - 3 * h;
	density->step = (sorted[n - 1] + 3 * h - density->start) / (DENSITY_POINTS - 1);
	for (size_t i = 0; i < DENSITY_POINTS; i++) {
		double x = density->start + (double)i * density->step, sum = 0;

		for (size_t k = 0; k < n; k++) {
			double z = (x - sorted[k]) / h;

			sum += exp(-z * z / 2);
		}
		density->at[i] = sum / ((double)n * h * sqrt(2 * M_PI));
	}
}

size_t density_modes(const struct density *density, struct density_mode *modes, size_t most)
{
	size_t count = 0;
	double valley = INFINITY;

	for (size_t i = 1, end; i < DENSITY_POINTS; i = end) {
		double here = density->at[i];

		for (end = i + 1; end < DENSITY_POINTS && density->at[end] == here;)
			end++;
		valley = fmin(valley, here);
		if (here <= density->at[i - 1] || end == DENSITY_POINTS ||
			density->at[end] > here)
			continue;
		if (count > 0 && count <= most)
			modes[count - 1].valley = valley;
		if (count < most)
			modes[count] = (struct density_mode){
				.x = density->start + (double)(i + end - 1) / 2 * density->step,
				.height = here,
			};
		count++;
		valley = INFINITY;
	}
	return count;
}
