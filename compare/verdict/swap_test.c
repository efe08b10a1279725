/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/verdict/swap_test.h"

#include "compare/base/memory.h"

#include <math.h>
#include <string.h>

static double *sorted_of(const double *values, size_t n)
{
	double *sorted = memory_array(n, sizeof(*sorted));

	if (n)
		memcpy(sorted, values, n * sizeof(*sorted));
	quantile_sort(sorted, n);
	return sorted;
}

struct swap_test swap_test(const double *old_min, const double *new_min, size_t n, double slack)
{
	AUTO_FREE double *old = sorted_of(old_min, n), *new = sorted_of(new_min, n);
	size_t level = (n < SWAP_LEVEL_RANK ? n : SWAP_LEVEL_RANK) - 1;
	double bar, handicap = exp(slack);
	const double *fast;
	struct swap_test t = { .p = NAN, .ratio = NAN };

	if (!n)
		return t;
	fast = old[0] < new[0] ? old : new;
	bar = fmax(old[0], new[0]);
	while (t.below < n && fast[t.below] * handicap < bar)
		t.below++;
	t.p = t.below ? exp2(1 - (double)t.below) : 1;
	t.ratio = new[0] / old[0];
	t.old_level = old[level];
	t.new_level = new[level];
	t.interval = n < SWAP_RANK ? (struct interval){ 0, INFINITY }
				   : (struct interval){ new[0] / old[SWAP_RANK - 1],
					     new[SWAP_RANK - 1] / old[0] };
	return t;
}
