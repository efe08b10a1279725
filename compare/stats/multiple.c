/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/stats/multiple.h"

#include "compare/base/memory.h"
#include "compare/stats/quantile.h"

#include <gsl/gsl_sort.h>
#include <math.h>

/* Indices of the members in ascending order of p, *m of them. The caller frees. */
static size_t *family_order(const double *p, size_t n, size_t *m)
{
	size_t *order = memory_zeroed(n, sizeof(*order));
	AUTO_FREE size_t *member = memory_zeroed(n, sizeof(*member));
	AUTO_FREE double *value = memory_zeroed(n, sizeof(*value));
	size_t count = 0;

	for (size_t i = 0; i < n; i++) {
		if (isnan(p[i]))
			continue;
		value[count] = p[i];
		member[count++] = i;
	}
	gsl_sort_index(order, value, 1, count);
	for (size_t i = 0; i < count; i++)
		order[i] = member[order[i]];
	*m = count;
	return order;
}

static void keep_nan(const double *p, double *adjusted, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (isnan(p[i]))
			adjusted[i] = NAN;
}

/* Step-up with p m / rank, made monotone from the largest p down. */
void adjust_bh(const double *p, double *adjusted, size_t n)
{
	size_t m;
	AUTO_FREE size_t *order = family_order(p, n, &m);
	double least = 1;

	keep_nan(p, adjusted, n);
	for (size_t rank = m; rank > 0; rank--) {
		size_t i = order[rank - 1];

		least = fmin(least, p[i] * (double)m / (double)rank);
		adjusted[i] = least;
	}
}

void adjust_bh_apart(const double *p, const bool *apart, double *adjusted, size_t n)
{
	AUTO_FREE double *family = memory_zeroed(n, sizeof(*family));

	adjust_bh(p, adjusted, n);
	for (size_t i = 0; i < n; i++)
		family[i] = apart[i] ? NAN : p[i];
	adjust_bh(family, family, n);
	for (size_t i = 0; i < n; i++)
		if (!apart[i])
			adjusted[i] = family[i];
}

double null_sample_limit(
	struct null_sizes null, struct null_sizes found, size_t tests, size_t more, double fdr)
{
	size_t below = 0;

	if (!null.count)
		return INFINITY;
	quantile_sort(null.values, null.count);
	quantile_sort(found.values, found.count);
	for (size_t i = 0; i < found.count; i++) {
		double share;

		while (below < null.count && null.values[below] < found.values[i])
			below++;
		share = (double)(null.count - below + more) / (double)null.count;
		if (share * (double)tests <= fdr * (double)(found.count - i))
			return found.values[i];
	}
	return INFINITY;
}

#define SCALE 0.07720838

static double gamma_of(size_t t)
{
	double n = (double)t;

	return SCALE * log(fmax(n, 2)) / (n * exp(sqrt(log(n))));
}

double lord_level(size_t t, const size_t *rejected, size_t count, double alpha, double w0)
{
	double level = gamma_of(t) * w0;

	for (size_t j = 0; j < count; j++)
		level += gamma_of(t - rejected[j]) * (j ? alpha : alpha - w0);
	return level;
}
