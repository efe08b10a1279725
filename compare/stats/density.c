/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/stats/density.h"

#include "compare/stats/quantile.h"
#include "compare/stats/summary.h"

#include <math.h>
#include <string.h>

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

/*
 * Adds the Gaussian around `x` to the grid, from point `from` on in the direction `way`, until
 * it is nothing. On an even grid with steps of d bandwidths, exp(-(z + d)^2 / 2) is exp(-z^2 /
 * 2) times a factor that itself shrinks by exp(-d^2): two multiplications instead of an exp.
 */
static void add_kernel(struct density *density, double x, size_t from, int way)
{
	double d = way * density->step / density->bandwidth;
	double z = (density->start + (double)from * density->step - x) / density->bandwidth;
	double value = exp(-z * z / 2), factor = exp(-z * d - d * d / 2), shrink = exp(-d * d);

	for (size_t i = from; i < DENSITY_POINTS && value > 1e-30; i += (size_t)way) {
		density->at[i] += value;
		value *= factor;
		factor *= shrink;
	}
}

void density_with(struct density *density, const double *sorted, size_t n, double h)
{
	density->bandwidth = h;
	density->start = sorted[0] - 3 * h;
	density->step = (sorted[n - 1] + 3 * h - density->start) / (DENSITY_POINTS - 1);
	memset(density->at, 0, sizeof(density->at));
	for (size_t k = 0; k < n; k++) {
		double place = (sorted[k] - density->start) / density->step;
		size_t near = (size_t)fmin(fmax(round(place), 0), DENSITY_POINTS - 1);

		add_kernel(density, sorted[k], near, 1);
		if (near > 0)
			add_kernel(density, sorted[k], near - 1, -1);
	}
	for (size_t i = 0; i < DENSITY_POINTS; i++)
		density->at[i] /= (double)n * h * sqrt(2 * M_PI);
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
