/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/changepoint.h"

#include "compare/memory.h"

#include <math.h>
#include <stdlib.h>

#define SIDE_LEAST 2

/* `between`, `left`, `right`: sums of distances over pairs, each pair once. */
static double q_of(double between, double left, double right, size_t m, size_t n)
{
	double md = (double)m, nd = (double)n;

	return md * nd / (md + nd) *
	       (2 * between / (md * nd) - 2 * left / (md * (md - 1)) -
		       2 * right / (nd * (nd - 1)));
}

/* Sum of distances from value k to those of [from, to). */
static double distances(const double *values, size_t k, size_t from, size_t to)
{
	double sum = 0;

	for (size_t i = from; i < to; i++)
		sum += fabs(values[k] - values[i]);
	return sum;
}

double changepoint_q(const double *values, size_t tau, size_t kappa)
{
	double between = 0, left = 0, right = 0;

	if (tau < SIDE_LEAST || kappa < tau + SIDE_LEAST)
		return NAN;
	for (size_t i = 1; i < tau; i++)
		left += distances(values, i, 0, i);
	for (size_t j = tau; j < kappa; j++) {
		between += distances(values, j, 0, tau);
		right += distances(values, j, tau, j);
	}
	return q_of(between, left, right, tau, kappa - tau);
}

/* sum[k * n + i]: distances of value k to the first i values. The caller frees. */
static double *distance_sums(const double *values, size_t n)
{
	double *sum = memory_zeroed((n + 1) * n, sizeof(*sum));

	for (size_t k = 0; k < n; k++)
		for (size_t i = 1; i < n; i++)
			sum[k * n + i] = sum[k * n + i - 1] + fabs(values[k] - values[i - 1]);
	return sum;
}

struct changepoint changepoint_best(const double *values, size_t n)
{
	struct changepoint best = { .q = NAN };
	double *sum = distance_sums(values, n), left = 0;

	for (size_t tau = 1; tau + SIDE_LEAST <= n; tau++) {
		double between = 0, right = 0;

		left += sum[(tau - 1) * n + tau - 1];
		for (size_t kappa = tau + 1; kappa <= n; kappa++) {
			const double *row = sum + (kappa - 1) * n;
			double q;

			between += row[tau];
			right += row[kappa - 1] - row[tau];
			if (tau < SIDE_LEAST || kappa < tau + SIDE_LEAST)
				continue;
			q = q_of(between, left, right, tau, kappa - tau);
			if (isnan(best.q) || q > best.q)
				best = (struct changepoint){ q, tau, kappa };
		}
	}
	free(sum);
	return best;
}
