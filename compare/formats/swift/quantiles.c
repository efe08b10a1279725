/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/formats/swift/quantiles.h"

#include <math.h>

/* Rank from 0 of quantile i of q. */
static size_t exact_rank(size_t n, size_t i, size_t q)
{
	size_t rank = (n * i + q - 1) / q;

	return rank ? rank - 1 : 0;
}

/* As Swift's driver computes it: in floating point, off by one for some i. */
static size_t float_rank(size_t n, size_t i, size_t q)
{
	double rank = ceil((double)n * ((double)i * (1.0 / (double)q)));
	size_t r = rank > 0 ? (size_t)rank - 1 : 0;

	return i == q || r >= n ? n - 1 : r;
}

/* Do the ranks name every sample, and do equal ranks have equal values? */
static int agrees(
	const double *values, size_t q, size_t n, size_t (*rank)(size_t n, size_t i, size_t q))
{
	for (size_t i = 1; i <= q; i++) {
		size_t before = rank(n, i - 1, q), now = rank(n, i, q);

		if (now > before + 1 || now < before)
			return 0;
		if (now == before && values[i] != values[i - 1])
			return 0;
	}
	return 1;
}

size_t swift_restore_samples(double *values, size_t count, size_t n)
{
	size_t (*rank)(size_t n, size_t i, size_t q) = exact_rank;
	size_t q = count - 1;

	if (n == 0 || count < 2 || n > count)
		return 0;
	/* Minimum and maximum are all samples, whichever of them the median is. */
	if (n <= 2) {
		values[n - 1] = values[n == 2 ? q : 0];
		return n;
	}
	if (!agrees(values, q, n, rank)) {
		rank = float_rank;
		if (!agrees(values, q, n, rank))
			return 0;
	}
	for (size_t i = 0; i <= q; i++)
		values[rank(n, i, q)] = values[i];
	return n;
}
