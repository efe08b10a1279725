/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/verdict/turns.h"

#include "compare/base/memory.h"
#include "compare/stats/quantile.h"

#include <math.h>

double turns_change(const struct launch *old, const struct launch *new, size_t most)
{
	size_t n = old->turn_count < new->turn_count ? old->turn_count : new->turn_count;
	AUTO_FREE double *change = NULL;

	n = n < most ? n : most;
	if (!n || old->attempt != new->attempt)
		return NAN;
	change = memory_zeroed(n, sizeof(*change));
	for (size_t i = 0; i < n; i++) {
		double a = (double)old->turn_q1_ns[i], b = (double)new->turn_q1_ns[i];

		change[i] = a > 0 && b > 0 ? log(b) - log(a) : NAN;
	}
	return quantile_median_of(change, n);
}
