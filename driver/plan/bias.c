/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/plan/bias.h"

#include <math.h>
#include <stdlib.h>

#include "compare/base/memory.h"
#include "compare/stats/quantile.h"

void bias_parallel(struct bias *b, size_t slot, unsigned build, const struct launch *launch)
{
	*ARRAY_ADD(b->waiting, b->waiting_count, b->waiting_capacity) =
		(struct bias_pair){ slot, build, launch->time.median, launch->time.min };
}

static void add_ratio(struct bias *b, double ln_median, double ln_minimum)
{
	if (!isfinite(ln_median) || !isfinite(ln_minimum))
		return;
	b->medians = memory_grow(
		b->medians, &b->medians_capacity, b->count + 1, sizeof(*b->medians));
	b->minima =
		memory_grow(b->minima, &b->minima_capacity, b->count + 1, sizeof(*b->minima));
	b->medians[b->count] = ln_median;
	b->minima[b->count++] = ln_minimum;
}

void bias_serial(struct bias *b, size_t slot, unsigned build, const struct launch *launch)
{
	for (size_t i = 0; i < b->waiting_count; i++) {
		const struct bias_pair p = b->waiting[i];

		if (p.slot != slot || p.build != build)
			continue;
		add_ratio(b, log(p.median_ns / launch->time.median),
			log(p.min_ns / launch->time.min));
		b->waiting[i] = b->waiting[--b->waiting_count];
		return;
	}
}

void bias_forget(struct bias *b, size_t slot)
{
	size_t kept = 0;

	for (size_t i = 0; i < b->waiting_count; i++)
		if (b->waiting[i].slot != slot)
			b->waiting[kept++] = b->waiting[i];
	b->waiting_count = kept;
}

static double summarise(double *ratios, size_t n, struct interval *range)
{
	quantile_sort(ratios, n);
	*range = median_interval(ratios, n, 0.95);
	range->low = exp(range->low);
	range->high = exp(range->high);
	return exp(quantile_median(ratios, n));
}

struct bias_result bias_result(struct bias *b)
{
	struct bias_result result = { .launches = b->count };

	result.median = summarise(b->medians, b->count, &result.range);
	result.minimum = summarise(b->minima, b->count, &result.min_range);
	return result;
}

void bias_release(struct bias *b)
{
	free(b->waiting);
	free(b->medians);
	free(b->minima);
	*b = (struct bias){ 0 };
}
