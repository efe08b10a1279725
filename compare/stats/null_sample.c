/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/stats/null_sample.h"

#include "compare/stats/quantile.h"

#include <math.h>

double null_sample_limit(double *null, size_t null_count, double *found, size_t found_count,
	size_t tests, size_t more, double fdr)
{
	size_t below = 0;

	if (!null_count)
		return INFINITY;
	quantile_sort(null, null_count);
	quantile_sort(found, found_count);
	for (size_t i = 0; i < found_count; i++) {
		double share;

		while (below < null_count && null[below] < found[i])
			below++;
		share = (double)(null_count - below + more) / (double)null_count;
		if (share * (double)tests <= fdr * (double)(found_count - i))
			return found[i];
	}
	return INFINITY;
}
