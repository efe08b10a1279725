/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/mann_whitney.h"

#include "compare/distribution.h"
#include "compare/memory.h"
#include "compare/quantile.h"

#include <gsl/gsl_sort.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define EXACT_BELOW 50

/* What the ranks of both samples together tell. */
struct ranking {
	double u;    /* of the first sample */
	double ties; /* sum of t^3 - t over groups of t equal values */
};

static struct ranking rank_both(const double *first, size_t n, const double *second, size_t m)
{
	double *all = memory_zeroed(n + m, sizeof(*all));
	size_t *order = memory_zeroed(n + m, sizeof(*order));
	struct ranking r = { .u = -(double)n * ((double)n + 1) / 2 };

	memcpy(all, first, n * sizeof(*all));
	memcpy(all + n, second, m * sizeof(*all));
	gsl_sort_index(order, all, 1, n + m);
	for (size_t i = 0, end; i < n + m; i = end) {
		double group;

		for (end = i + 1; end < n + m && all[order[end]] == all[order[i]];)
			end++;
		group = (double)(end - i);
		r.ties += group * group * group - group;
		for (size_t k = i; k < end; k++)
			if (order[k] < n)
				r.u += (double)(i + end + 1) / 2;
	}
	free(all);
	free(order);
	return r;
}

/*
 * Probability of U = 0 .. n m without ties, from the generating function: the product of
 * (1 - x^(m + i)) / (1 - x^i) over i = 1..n, divided by C(n + m, n). The caller frees.
 */
static double *law_of_u(size_t n, size_t m)
{
	size_t top = n * m;
	double *p = memory_zeroed(top + 1, sizeof(*p)), scale = 1;

	p[0] = 1;
	for (size_t i = 1; i <= n; i++) {
		for (size_t u = top; u + 1 > m + i; u--)
			p[u] -= p[u - m - i];
		for (size_t u = i; u <= top; u++)
			p[u] += p[u - i];
		scale *= (double)(m + i) / (double)i;
	}
	for (size_t u = 0; u <= top; u++)
		p[u] /= scale;
	return p;
}

static double exact_p(double u, size_t n, size_t m)
{
	double *law = law_of_u(n, m), low = 0, pairs = (double)(n * m);

	/* The law is symmetric: twice its smaller tail. Half ranks of ties round outwards. */
	u = ceil(fmin(u, pairs - u));
	for (size_t i = 0; i <= (size_t)u; i++)
		low += law[i];
	free(law);
	return fmin(1, 2 * low);
}

static double variance_of_u(size_t n, size_t m, double ties)
{
	double all = (double)(n + m);

	return (double)(n * m) / 12 * (all + 1 - ties / (all * (all - 1)));
}

static double normal_p(const struct ranking *r, size_t n, size_t m, bool continuity)
{
	double sd = sqrt(variance_of_u(n, m, r->ties));
	double distance = fabs(r->u - (double)(n * m) / 2);

	if (continuity)
		distance = fmax(0, distance - 0.5);
	return distance == 0 ? 1 : 2 * normal_sf(distance / sd);
}

static bool exact_fits(double ties, size_t n, size_t m)
{
	return ties == 0 && n < EXACT_BELOW && m < EXACT_BELOW;
}

struct mann_whitney mann_whitney(const double *first, size_t n, const double *second, size_t m,
	enum mann_whitney_method method)
{
	struct mann_whitney result = { NAN, NAN };
	struct ranking r;

	if (n == 0 || m == 0)
		return result;
	r = rank_both(first, n, second, m);
	result.u = r.u;
	if (method == MANN_WHITNEY_AUTO)
		method = exact_fits(r.ties, n, m) ? MANN_WHITNEY_EXACT
						  : MANN_WHITNEY_NORMAL_CONTINUITY;
	if (method == MANN_WHITNEY_EXACT)
		result.p = exact_p(r.u, n, m);
	else
		result.p = normal_p(&r, n, m, method == MANN_WHITNEY_NORMAL_CONTINUITY);
	return result;
}

double mann_whitney_smallest_p(size_t n, size_t m)
{
	double ways = 1;

	for (size_t i = 1; i <= n; i++)
		ways *= (double)(m + i) / (double)i;
	return fmin(1, 2 / ways);
}

/* How many of the sorted differences lie outside the interval on each side, plus one. */
static size_t edge_exact(size_t n, size_t m, double level)
{
	double *law = law_of_u(n, m), sum = 0;
	size_t edge = 0;

	while (edge < n * m && (sum += law[edge]) < (1 - level) / 2)
		edge++;
	free(law);
	return edge;
}

static size_t edge_normal(size_t n, size_t m, double ties, double level)
{
	double z = normal_quantile(1 - (1 - level) / 2);
	double edge = (double)(n * m) / 2 - z * sqrt(variance_of_u(n, m, ties));

	return edge > 0 ? (size_t)edge : 0;
}

struct hodges_lehmann hodges_lehmann(
	const double *first, size_t n, const double *second, size_t m, double level)
{
	struct hodges_lehmann h = { NAN, { NAN, NAN } };
	size_t count = n * m, edge;
	double *difference;
	double ties;

	if (count == 0)
		return h;
	ties = rank_both(first, n, second, m).ties;
	difference = memory_zeroed(count, sizeof(*difference));
	for (size_t i = 0; i < count; i++)
		difference[i] = first[i / m] - second[i % m];
	quantile_sort(difference, count);
	edge = exact_fits(ties, n, m) ? edge_exact(n, m, level)
				      : edge_normal(n, m, ties, level);
	if (edge == 0)
		edge = 1;
	h.shift = quantile_median(difference, count);
	h.interval = (struct interval){ difference[edge - 1], difference[count - edge] };
	free(difference);
	return h;
}
