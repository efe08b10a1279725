/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/verdict/swap_test.h"

#include "compare/base/memory.h"
#include "compare/stats/quantile.h"

#include <math.h>
#include <string.h>

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

double swap_minima_ratio(const double *old_min, const double *new_min, size_t n)
{
	return n ? least(new_min, n) / least(old_min, n) : NAN;
}

/* The value of a rank from 1; INFINITY: there are fewer. */
static double ranked(const double *values, size_t n, size_t rank)
{
	AUTO_FREE double *sorted = memory_zeroed(n, sizeof(*sorted));

	if (n < rank)
		return INFINITY;
	memcpy(sorted, values, n * sizeof(*sorted));
	quantile_sort(sorted, n);
	return sorted[rank - 1];
}

double swap_minima_level(const double *min, size_t n)
{
	return n ? ranked(min, n, n < SWAP_LEVEL_RANK ? n : SWAP_LEVEL_RANK) : NAN;
}

struct interval swap_minima_interval(const double *old_min, const double *new_min, size_t n)
{
	return (struct interval){ least(new_min, n) / ranked(old_min, n, SWAP_RANK),
		ranked(new_min, n, SWAP_RANK) / least(old_min, n) };
}
