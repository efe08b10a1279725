/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/stats/order_statistic.h"

#include <gsl/gsl_randist.h>
#include <math.h>

/* Probability that exactly k of n values lie below the median; 0 outside. */
static double mass(size_t k, size_t n)
{
	if (k > n)
		return 0;
	/* From the same end, so that both sides are equal to the last digit. */
	k = k < n - k ? k : n - k;
	return gsl_ran_binomial_pdf((unsigned)k, 0.5, (unsigned)n);
}

struct order_interval median_ranks(size_t n, double level)
{
	struct order_interval r = { .low = (n + 1) / 2, .high = (n + 1) / 2 + 1 };

	r.confidence = mass(r.low, n);
	while (r.confidence < level && (r.low > 0 || r.high <= n)) {
		double left = r.low > 0 ? mass(r.low - 1, n) : 0, right = mass(r.high, n);

		if (r.low > 0 && left >= right) {
			r.confidence += left;
			r.low--;
		} else {
			r.confidence += right;
			r.high++;
		}
	}
	return r;
}

struct interval median_interval(const double *sorted, size_t n, double level)
{
	struct order_interval r = median_ranks(n, level);

	return (struct interval){ r.low > 0 ? sorted[r.low - 1] : -INFINITY,
		r.high <= n ? sorted[r.high - 1] : INFINITY };
}
