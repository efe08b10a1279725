/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/effect_size.h"

#include "compare/mann_whitney.h"
#include "compare/summary.h"

#include <math.h>

double effect_a12(const double *first, size_t n, const double *second, size_t m)
{
	double u = mann_whitney(first, n, second, m, MANN_WHITNEY_NORMAL).u;

	return 1 - u / ((double)n * (double)m);
}

double effect_cliff(const double *first, size_t n, const double *second, size_t m)
{
	return 2 * effect_a12(first, n, second, m) - 1;
}

double effect_cohen(const double *first, size_t n, const double *second, size_t m)
{
	struct moments a = moments_of(first, n), b = moments_of(second, m);
	double pooled, df = (double)n + (double)m - 2;

	if (n < 2 || m < 2)
		return NAN;
	pooled = sqrt(((double)(n - 1) * a.sd * a.sd + (double)(m - 1) * b.sd * b.sd) / df);
	return b.mean == a.mean ? 0 : (b.mean - a.mean) / pooled;
}

double effect_hedges(const double *first, size_t n, const double *second, size_t m)
{
	double df = (double)n + (double)m - 2;

	return effect_cohen(first, n, second, m) * (1 - 3 / (4 * df - 1));
}
