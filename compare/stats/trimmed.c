/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/stats/trimmed.h"

#include "compare/base/memory.h"
#include "compare/stats/quantile.h"
#include "compare/stats/summary.h"

#include <string.h>

struct trimmed trimmed_of(const double *values, size_t n, size_t g)
{
	size_t h = n - 2 * g;
	AUTO_FREE double *sorted = memory_zeroed(n, sizeof(*sorted));
	double sd;
	struct trimmed t = { .df = h > 1 ? (double)(h - 1) : 0 };

	if (n)
		memcpy(sorted, values, n * sizeof(*sorted));
	quantile_sort(sorted, n);
	t.mean = moments_of(sorted + g, h).mean;
	for (size_t i = 0; i < g; i++) {
		sorted[i] = sorted[g];
		sorted[n - 1 - i] = sorted[n - 1 - g];
	}
	sd = moments_of(sorted, n).sd;
	if (!(sd > 0))
		sd = moments_of(values, n).sd;
	if (h > 1)
		t.s2 = sd * sd * (double)n * (double)(n - 1) / ((double)h * (double)(h - 1));
	return t;
}
