/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/verdict/paired.h"

#include <math.h>

static double least(const double *values, size_t n)
{
	double min = INFINITY;

	for (size_t i = 0; i < n; i++)
		min = fmin(min, values[i]);
	return min;
}

double swap_minima_p(const double *old_min, const double *new_min, size_t n, double slack,
	size_t *rounds_below)
{
	double a = least(old_min, n), b = least(new_min, n);
	const double *fast = a < b ? old_min : new_min;
	double bar = fmax(a, b), handicap = exp(slack);
	size_t c = 0;

	for (size_t i = 0; i < n; i++)
		c += fast[i] * handicap < bar;
	if (rounds_below)
		*rounds_below = c;
	if (n == 0)
		return NAN;
	return c > 0 ? exp2(1 - (double)c) : 1;
}
