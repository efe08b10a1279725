/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/stats/summary.h"

#include "compare/base/memory.h"
#include "compare/stats/quantile.h"

#include <math.h>
#include <string.h>

struct moments moments_of(const double *values, size_t n)
{
	struct moments m = { .n = n, .mean = NAN, .sd = NAN };
	long double sum = 0, squares = 0, rest = 0;

	if (n == 0)
		return m;
	for (size_t i = 0; i < n; i++)
		sum += values[i];
	sum /= n;
	for (size_t i = 0; i < n; i++) {
		long double distance = values[i] - sum;

		squares += distance * distance;
		rest += distance;
	}
	m.mean = (double)sum;
	/* rest would be 0 in exact arithmetic: it takes the rounding of the mean out again. */
	if (n > 1)
		m.sd = (double)sqrtl(fmaxl(0, squares - rest * rest / n) / (n - 1));
	else
		m.sd = 0;
	return m;
}

static void set_fences(struct summary *s, const double *sorted)
{
	size_t kept = s->n;

	s->iqr = s->q3 - s->q1;
	s->fence_high = s->q3 + 1.5 * s->iqr;
	while (kept > 0 && sorted[kept - 1] > s->fence_high)
		kept--;
	s->outliers = s->n - kept;
	s->kept = moments_of(sorted, kept);
}

static struct summary of_sorted(const double *sorted, size_t n)
{
	struct moments m = moments_of(sorted, n);
	struct summary s = { .n = n, .mean = m.mean, .sd = m.sd };

	s.min = n ? sorted[0] : NAN;
	s.max = n ? sorted[n - 1] : NAN;
	s.median = quantile_median(sorted, n);
	s.mad = quantile_mad(sorted, n, s.median);
	for (size_t i = 0; i < SUMMARY_QUANTILES; i++)
		s.quantiles[i] = quantile_r1(sorted, n, i, SUMMARY_QUANTILES - 1);
	s.q1 = s.quantiles[5];
	s.q3 = s.quantiles[15];
	set_fences(&s, sorted);
	return s;
}

struct summary summary_of(const double *values, size_t n)
{
	AUTO_FREE double *sorted = memory_zeroed(n, sizeof(*sorted));

	if (n > 0)
		memcpy(sorted, values, n * sizeof(*sorted));
	n = quantile_drop_nan(sorted, n);
	quantile_sort(sorted, n);
	return of_sorted(sorted, n);
}

struct trimmed trimmed_of(const double *values, size_t n, size_t g)
{
	size_t h = n - 2 * g;
	AUTO_FREE double *sorted = memory_zeroed(n, sizeof(*sorted));
	double sd;
	struct trimmed t = { .df = h > 1 ? (double)(h - 1) : 0 };

	if (n)
		memcpy(sorted, values, n * sizeof(*sorted));
	quantile_sort(sorted, n);
	t.mean = moments_of(sorted + g, h).mean;
	for (size_t i = 0; i < g; i++) {
		sorted[i] = sorted[g];
		sorted[n - 1 - i] = sorted[n - 1 - g];
	}
	sd = moments_of(sorted, n).sd;
	if (!(sd > 0))
		sd = moments_of(values, n).sd;
	if (h > 1)
		t.s2 = sd * sd * (double)n * (double)(n - 1) / ((double)h * (double)(h - 1));
	return t;
}

double running_variance(const struct running *r)
{
	if (r->n < 2)
		return r->n == 1 ? 0 : NAN;
	return r->squares / (double)(r->n - 1);
}

double running_sd(const struct running *r)
{
	return sqrt(running_variance(r));
}
