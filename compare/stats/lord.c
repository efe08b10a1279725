/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/stats/lord.h"

#include <math.h>

#define SCALE 0.07720838

static double gamma_of(size_t t)
{
	double n = (double)t;

	return SCALE * log(fmax(n, 2)) / (n * exp(sqrt(log(n))));
}

double lord_level(size_t t, const size_t *rejected, size_t count, double alpha, double w0)
{
	double level = gamma_of(t) * w0;

	for (size_t j = 0; j < count; j++)
		level += gamma_of(t - rejected[j]) * (j ? alpha : alpha - w0);
	return level;
}
