/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/plan/outlook.h"

#include <math.h>

#include "compare/base/memory.h"
#include "compare/stats/quantile.h"

/* Of a number of rounds that is whole. */
#define ROUNDING 1e-9

static double missing_ns(const struct outlook_benchmark *b, double rounds)
{
	return fmax(0, rounds - b->rounds) * b->slot_ns;
}

/* Of the values, which are sorted; those that are not known are infinite. */
static double most(double *values, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (isnan(values[i]))
			values[i] = INFINITY;
	quantile_sort(values, n);
	return quantile_r1(values, n, OUTLOOK_PERCENT, 100);
}

struct outlook outlook_of(
	const struct outlook_benchmark *b, size_t n, double left_ns, unsigned workers)
{
	AUTO_FREE double *values = memory_zeroed(n, sizeof(*values));
	double total = 0, share, change, rounds;
	struct outlook o = { 0 };

	for (size_t i = 0; i < n; i++)
		total += missing_ns(&b[i], b[i].last);
	share = total > left_ns ? left_ns / total : 1;
	for (size_t i = 0; i < n; i++) {
		double more = share * fmax(0, (double)b[i].last - b[i].rounds);

		values[i] = b[i].smallest * sqrt(b[i].rounds / (b[i].rounds + more));
	}
	change = most(values, n);
	for (size_t i = 0; i < n; i++)
		values[i] = b[i].rounds * pow(b[i].smallest / (change / 2), 2);
	rounds = isfinite(change) && change > 0 ? ceil(most(values, n) - ROUNDING) : INFINITY;
	for (size_t i = 0; i < n; i++)
		o.finer_ns += missing_ns(&b[i], rounds);
	o.change = expm1(change);
	o.finer = expm1(change / 2);
	o.finer_ns /= workers;
	o.finer_rounds = rounds < UINT32_MAX ? (uint32_t)rounds : UINT32_MAX;
	return o;
}
