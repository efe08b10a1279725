/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/signed_rank.h"

#include "compare/distribution.h"
#include "compare/memory.h"

#include <gsl/gsl_sort.h>
#include <math.h>
#include <stdlib.h>

#define EXACT_BELOW 50

/* Two-sided p of V without ties: counts of subsets of 1..n by their sum. */
static double exact_p(double v, size_t n)
{
	size_t top = n * (n + 1) / 2;
	double *law = memory_zeroed(top + 1, sizeof(*law)), low = 0;

	law[0] = 1;
	for (size_t i = 1; i <= n; i++)
		for (size_t sum = top; sum >= i; sum--)
			law[sum] += law[sum - i];
	v = fmin(v, (double)top - v);
	for (size_t sum = 0; sum <= (size_t)v; sum++)
		low += law[sum];
	free(law);
	return fmin(1, 2 * low / exp2((double)n));
}

static double normal_p(double v, size_t n, double ties)
{
	double all = (double)n, mean = all * (all + 1) / 4;
	double sd = sqrt(all * (all + 1) * (2 * all + 1) / 24 - ties / 48);
	double distance = fmax(0, fabs(v - mean) - 0.5);

	return distance == 0 ? 1 : 2 * normal_sf(distance / sd);
}

/* Sum of the ranks of |x| where x > 0; *ties gets the sum of t^3 - t. */
static double rank_sum(const double *values, size_t n, double *ties)
{
	double *size = memory_zeroed(n, sizeof(*size)), v = 0;
	size_t *order = memory_zeroed(n, sizeof(*order));

	for (size_t i = 0; i < n; i++)
		size[i] = fabs(values[i]);
	gsl_sort_index(order, size, 1, n);
	*ties = 0;
	for (size_t i = 0, end; i < n; i = end) {
		double group;

		for (end = i + 1; end < n && size[order[end]] == size[order[i]];)
			end++;
		group = (double)(end - i);
		*ties += group * group * group - group;
		for (size_t k = i; k < end; k++)
			if (values[order[k]] > 0)
				v += (double)(i + end + 1) / 2;
	}
	free(size);
	free(order);
	return v;
}

struct signed_rank signed_rank(const double *values, size_t n)
{
	double *kept = memory_zeroed(n, sizeof(*kept)), ties;
	struct signed_rank result;
	size_t used = 0;

	for (size_t i = 0; i < n; i++)
		if (values[i] != 0)
			kept[used++] = values[i];
	result.v = rank_sum(kept, used, &ties);
	if (used == 0)
		result.p = 1;
	else if (ties == 0 && used == n && n < EXACT_BELOW)
		result.p = exact_p(result.v, n);
	else
		result.p = normal_p(result.v, used, ties);
	free(kept);
	return result;
}

struct sign_test sign_test(const double *values, size_t n)
{
	struct sign_test result = { .p = 1 };
	size_t fewer;

	for (size_t i = 0; i < n; i++) {
		result.positive += values[i] > 0;
		result.used += values[i] != 0;
	}
	fewer = result.used - result.positive;
	if (result.positive < fewer)
		fewer = result.positive;
	if (result.used > 0)
		result.p =
			fmin(1, 2 * binomial_cdf((unsigned)fewer, (unsigned)result.used, 0.5));
	return result;
}

double sign_flip(const double *values, size_t n, size_t *reached)
{
	double sum = 0, size = 0, bar;
	size_t count = 0, total = (size_t)1 << n % 64;

	if (n > SIGN_FLIP_MAX)
		return NAN;
	for (size_t i = 0; i < n; i++) {
		sum += values[i];
		size += fabs(values[i]);
	}
	/* The same sum in another order differs in its last digits. */
	bar = fabs(sum) - 1e-12 * size;
	for (size_t flips = 0; flips < total; flips++) {
		double flipped = 0;

		for (size_t i = 0; i < n; i++)
			flipped += flips >> i & 1 ? -values[i] : values[i];
		count += fabs(flipped) >= bar;
	}
	if (reached)
		*reached = count;
	return (double)count / (double)total;
}
