/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/stats/ttest.h"

#include "compare/base/memory.h"
#include "compare/stats/distribution.h"
#include "compare/stats/summary.h"

#include <math.h>
#include <stdlib.h>

/* 0 / 0 is "no difference"; x / 0 is infinite. */
static double t_value(double distance, double error)
{
	return distance == 0 ? 0 * error : distance / error;
}

static struct interval interval_of(
	double estimate, double error, double df, enum tail tail, double level)
{
	double q = student_quantile(tail == TAIL_BOTH ? 1 - (1 - level) / 2 : level, df);
	double half = error == 0 ? 0 : q * error;

	return (struct interval){ tail == TAIL_LESS ? -INFINITY : estimate - half,
		tail == TAIL_GREATER ? INFINITY : estimate + half };
}

struct t_test t_test_of(
	double estimate, double error, double df, double mu, enum tail tail, double level)
{
	struct t_test test = { .estimate = estimate, .error = error, .df = df };

	if (!(df > 0) || isnan(error)) {
		test.error = test.t = test.df = test.p = NAN;
		test.interval = (struct interval){ NAN, NAN };
		return test;
	}
	test.t = t_value(estimate - mu, error);
	if (tail == TAIL_BOTH)
		test.p = student_two_sided(test.t, df);
	else
		test.p = student_sf(tail == TAIL_GREATER ? test.t : -test.t, df);
	test.interval = interval_of(estimate, error, df, tail, level);
	return test;
}

struct t_test t_one_sample(
	const double *values, size_t n, double mu, enum tail tail, double level)
{
	struct moments m = moments_of(values, n);
	double error = n > 1 ? m.sd / sqrt((double)n) : NAN;

	return t_test_of(m.mean, error, n > 1 ? (double)(n - 1) : NAN, mu, tail, level);
}

static double *ln_of(const double *values, size_t n)
{
	double *ln = memory_zeroed(n, sizeof(*ln));

	for (size_t i = 0; i < n; i++)
		ln[i] = log(values[i]);
	return ln;
}

struct t_test t_paired_ln(
	const double *old_values, const double *new_values, size_t n, double level)
{
	double *d = ln_of(new_values, n);
	struct t_test test;

	for (size_t i = 0; i < n; i++)
		d[i] -= log(old_values[i]);
	test = t_one_sample(d, n, 0, TAIL_BOTH, level);
	free(d);
	return test;
}

struct t_test t_welch(
	const double *first, size_t n, const double *second, size_t m, double level)
{
	struct moments a = moments_of(first, n), b = moments_of(second, m);
	double va = a.sd * a.sd / (double)n, vb = b.sd * b.sd / (double)m;
	double df;

	if (n < 2 || m < 2)
		return t_test_of(a.mean - b.mean, NAN, NAN, 0, TAIL_BOTH, level);
	df = (va + vb) * (va + vb) / (va * va / (double)(n - 1) + vb * vb / (double)(m - 1));
	if (va + vb == 0)
		df = (double)(n + m - 2);
	return t_test_of(a.mean - b.mean, sqrt(va + vb), df, 0, TAIL_BOTH, level);
}

struct t_test t_welch_ln(
	const double *old_values, size_t n, const double *new_values, size_t m, double level)
{
	double *a = ln_of(old_values, n), *b = ln_of(new_values, m);
	struct t_test test = t_welch(b, m, a, n, level);

	free(a);
	free(b);
	return test;
}

double p_above_margin(const struct t_test *test, double margin)
{
	return student_sf(t_value(test->estimate - margin, test->error), test->df);
}

double p_below_margin(const struct t_test *test, double margin)
{
	return student_cdf(t_value(test->estimate + margin, test->error), test->df);
}

struct tost tost_of(const struct t_test *test, double margin, double alpha)
{
	struct tost tost = { .p_lower = p_above_margin(test, -margin),
		.p_upper = p_below_margin(test, -margin) };

	tost.p = tost.p_lower > tost.p_upper ? tost.p_lower : tost.p_upper;
	tost.interval = (struct interval){ NAN, NAN };
	if (test->df > 0)
		tost.interval = interval_of(
			test->estimate, test->error, test->df, TAIL_BOTH, 1 - 2 * alpha);
	return tost;
}
