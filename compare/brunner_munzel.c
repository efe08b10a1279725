/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/brunner_munzel.h"

#include "compare/distribution.h"
#include "compare/mann_whitney.h"

#include <math.h>

/* Values below x, equal ones counted as one half. */
static double placement(double x, const double *values, size_t n)
{
	double below = 0;

	for (size_t i = 0; i < n; i++)
		below += values[i] < x ? 1 : values[i] == x ? 0.5 : 0;
	return below;
}

/* Mean and variance of the placements of `values` among `others`. */
static double placement_variance(
	const double *values, size_t n, const double *others, size_t m, double *mean)
{
	double squares = 0;

	*mean = 0;
	for (size_t i = 0; i < n; i++)
		*mean += placement(values[i], others, m) / (double)n;
	for (size_t i = 0; i < n; i++) {
		double distance = placement(values[i], others, m) - *mean;

		squares += distance * distance;
	}
	return squares / (double)(n - 1);
}

struct brunner_munzel brunner_munzel(
	const double *first, size_t n, const double *second, size_t m, double level)
{
	struct brunner_munzel b = { NAN, NAN, NAN, NAN, NAN, { NAN, NAN } };
	double nd = (double)n, md = (double)m, first_mean, second_mean, va, vb, half;

	if (n < 2 || m < 2)
		return b;
	va = placement_variance(first, n, second, m, &first_mean) / nd;
	vb = placement_variance(second, m, first, n, &second_mean) / md;
	b.effect = second_mean / nd;
	/* The variance of a placement is that of a count: of the effect, per pair. */
	b.error = sqrt(va / (md * md) + vb / (nd * nd));
	if (!(b.error > 0)) {
		b.p = b.effect == 0.5 ? 1 : mann_whitney_smallest_p(n, m);
		b.w = b.effect == 0.5 ? 0 : copysign(INFINITY, b.effect - 0.5);
		return b;
	}
	b.w = (b.effect - 0.5) / b.error;
	va *= nd * nd;
	vb *= md * md;
	b.df = (va + vb) * (va + vb) / (va * va / (nd - 1) + vb * vb / (md - 1));
	b.p = student_two_sided(b.w, b.df);
	half = student_quantile(1 - (1 - level) / 2, b.df) * b.error;
	b.interval = (struct interval){ b.effect - half, b.effect + half };
	return b;
}
