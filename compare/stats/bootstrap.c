/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/stats/bootstrap.h"

#include "compare/base/memory.h"
#include "compare/stats/distribution.h"
#include "compare/stats/quantile.h"

#include <math.h>
#include <stdlib.h>

struct interval bootstrap_percentile(double *resampled, size_t count, double level)
{
	double tail = (1 - level) / 2;

	quantile_sort(resampled, count);
	return (struct interval){ quantile_r7(resampled, count, tail),
		quantile_r7(resampled, count, 1 - tail) };
}

void bootstrap_law(size_t n, size_t rank, double *probability)
{
	double before = 0;

	/* At most the value at i has this rank where at least `rank` of n draws fall on the
	 * first i + 1 values: an incomplete beta function. */
	for (size_t i = 0; i < n; i++) {
		double upto = beta_cdf((double)(i + 1) / (double)n, (double)rank,
			(double)n - (double)rank + 1);

		probability[i] = upto - before;
		before = upto;
	}
}

struct mass {
	double ratio, probability;
};

static int by_ratio(const void *a, const void *b)
{
	const struct mass *x = a, *y = b;

	return (x->ratio > y->ratio) - (x->ratio < y->ratio);
}

static struct mass *masses_of(struct bootstrap_side old, struct bootstrap_side new)
{
	struct mass *masses = memory_zeroed(old.n * new.n, sizeof(*masses));
	AUTO_FREE double *law = memory_zeroed(old.n + new.n, sizeof(*law));

	bootstrap_law(old.n, old.rank, law);
	bootstrap_law(new.n, new.rank, law + old.n);
	for (size_t i = 0; i < old.n; i++)
		for (size_t k = 0; k < new.n; k++)
			masses[i * new.n + k] = (struct mass){ new.sorted[k] / old.sorted[i],
				law[i] * law[old.n + k] };
	qsort(masses, old.n * new.n, sizeof(*masses), by_ratio);
	return masses;
}

/* Both ends alike, so that swapped sides give the mirror image. */
static struct interval interval_of(const struct mass *masses, size_t count, double level)
{
	double tail = (1 - level) / 2, low = masses[0].probability;
	double high = masses[count - 1].probability;
	size_t first = 0, last = count - 1;

	while (low < tail && first + 1 < count)
		low += masses[++first].probability;
	while (high < tail && last > 0)
		high += masses[--last].probability;
	return (struct interval){ masses[first].ratio, masses[last].ratio };
}

struct bootstrap_ratio bootstrap_ratio(struct bootstrap_side old, struct bootstrap_side new)
{
	AUTO_FREE struct mass *masses = masses_of(old, new);
	size_t count = old.n * new.n;
	struct bootstrap_ratio r = {
		.ratio = new.sorted[new.rank - 1] / old.sorted[old.rank - 1],
		.ci95 = interval_of(masses, count, 0.95),
		.ci90 = interval_of(masses, count, 0.9),
	};
	double below = 0, above = 0;

	for (size_t i = 0; i < count; i++) {
		below += masses[i].ratio <= 1 ? masses[i].probability : 0;
		above += masses[i].ratio >= 1 ? masses[i].probability : 0;
	}
	r.p = fmin(1, 2 * fmin(below, above));
	return r;
}
