/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/stats/selected.h"

#include <math.h>

#include "compare/stats/distribution.h"

/* So many errors below the estimate nothing is likely any more. */
#define FARTHEST 20
#define STEPS    60

double selected_mean(double estimate, double cut, double error)
{
	double low = fmax(0, estimate - FARTHEST * error), high = estimate;

	cut = fmin(cut, estimate);
	for (int i = 0; error > 0 && i < STEPS; i++) {
		double mean = (low + high) / 2;

		if (normal_sf((estimate - mean) / error) < normal_sf((cut - mean) / error) / 2)
			low = mean;
		else
			high = mean;
	}
	return high;
}
